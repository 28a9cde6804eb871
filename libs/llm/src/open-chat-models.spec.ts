import pino from 'pino';
import { Registry } from 'prom-client';
import { z } from 'zod';
import { describeEnv, EnvError, loadEnv } from '@querent/platform';
import { startScriptedLlm } from '@querent/testing';
import { aRequest, neverAborted } from './fixture/chat-fixture';
import { RunBudget } from './chat/run-budget';
import { llmEnv } from './llm-env';
import { openChatModels } from './open-chat-models';

const schema = z.object(llmEnv);
const open = (env: Record<string, string>, log: (line: string) => void = () => undefined) =>
  openChatModels(loadEnv(schema, env), { registry: new Registry(), logger: pino({}, { write: log }) });
const mistakesIn = (env: Record<string, string>): string[] => {
  try {
    open(env);
    return [];
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    expect(error.message).not.toMatch(/sk-secret|hunter2/);
    return error.mistakes.map(({ name }) => name).sort();
  }
};
const MODEL = { LLM_BASE_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'm' };

describe('the environment of language models', () => {
  it('is optional: without LLM_BASE_URL there is no model', () => {
    expect(open({})).toBeNull();
    expect(open({ LLM_BASE_URL: '', LLM_MODEL: '', LLM_API_KEY: '' })).toBeNull();
  });

  it('logs that a model without an address is not used', () => {
    const lines: string[] = [];
    expect(open({ LLM_MODEL: 'm', LLM_API_KEY: 'sk-secret' }, (line) => void lines.push(line))).toBeNull();
    expect(lines.join()).toContain('LLM_BASE_URL');
    expect(lines.join()).not.toContain('sk-secret');
  });

  it('has the documented limits by default, and a meaning for each variable', () => {
    expect(open(MODEL)).toMatchObject({
      tuned: false,
      limits: { calls: 12, ms: 90_000, tokens: 60_000 },
      promptTokens: 6_000,
      answerTokens: 1_500,
    });
    expect(describeEnv(schema)).toMatch(/LLM_TIMEOUT_MS .* \[30000\]/);
    for (const field of Object.values(llmEnv)) expect(field.description).toBeTruthy();
  });

  it.each<[Record<string, string>, string[]]>([
    [{ LLM_BASE_URL: 'http://127.0.0.1:9/v1' }, []],
    [
      {
        LLM_BASE_URL: 'localhost:8000',
        LLM_API_KEY: 'sk secret',
        LLM_TIMEOUT_MS: 'soon',
        LLM_STRUCTURED_OUTPUT: 'maybe',
      },
      ['LLM_API_KEY', 'LLM_BASE_URL', 'LLM_STRUCTURED_OUTPUT', 'LLM_TIMEOUT_MS'],
    ],
    [{ ...MODEL, LLM_API_KEY: 'sk-secret\nx: y' }, ['LLM_API_KEY']],
    [{ ...MODEL, LLM_BASE_URL: 'file:///etc/passwd' }, ['LLM_BASE_URL']],
    [{ ...MODEL, LLM_BASE_URL: 'http://me:hunter2@127.0.0.1/v1' }, ['LLM_BASE_URL']],
    [{ ...MODEL, LLM_BASE_URL: 'http://127.0.0.1/v1?version=hunter2' }, ['LLM_BASE_URL']],
    [{ ...MODEL, LLM_BASE_URL: 'http://127.0.0.1/v1/chat/completions' }, ['LLM_BASE_URL']],
    [{ ...MODEL, SQL_LLM_BASE_URL: 'http://127.0.0.1:10/v1' }, []],
    [{ ...MODEL, SQL_LLM_API_KEY: 'sk-secret' }, ['SQL_LLM_API_KEY']],
    [{ SQL_LLM_BASE_URL: 'http://127.0.0.1:10/v1' }, ['LLM_BASE_URL']],
    [{ ...MODEL, LLM_BASE_URL: 'http://127.0.0.1:9/v1/' }, []],
    [{ ...MODEL, SQL_LLM_MODEL: 's' }, []],
  ])('is validated at start-up, and every mistake is named: %j', (env, mistakes) => {
    expect(mistakesIn(env)).toEqual(mistakes);
  });
});

describe('the model that writes SQL', () => {
  const budget = () =>
    new RunBudget(
      { calls: 9, ms: 9_000, tokens: 9_000 },
      { usage: { llmCalls: 0, promptTokens: 0, completionTokens: 0, llmMs: 0, dbMs: 0, totalMs: 0 } },
    );
  const openOn = async (env: (urls: { general: string; sql: string }) => Record<string, string>) => {
    const [general, sql] = [
      await startScriptedLlm([{ reply: { text: 'general' } }]),
      await startScriptedLlm([{ reply: { text: 'sql' } }]),
    ];
    const registry = new Registry();
    const models = openChatModels(
      loadEnv(schema, {
        LLM_BASE_URL: `${general.url}/`,
        LLM_MODEL: 'g',
        LLM_API_KEY: 'key-of-general',
        ...env({ general: general.url, sql: sql.url }),
      }),
      { registry, logger: pino({ level: 'silent' }) },
    );
    const reply = await models?.sql.complete(aRequest(), budget(), neverAborted());
    await Promise.all([models?.close(), general.stop(), sql.stop()]);
    const [request] = [...general.requests, ...sql.requests];
    return {
      tuned: models?.tuned,
      reply: reply?.text,
      model: request?.model,
      key: request?.headers['authorization'],
      metrics: await registry.metrics(),
    };
  };

  it('is the general one by default', async () => {
    await expect(openOn(() => ({}))).resolves.toMatchObject({
      tuned: false,
      reply: 'general',
      model: 'g',
      key: 'Bearer key-of-general',
      metrics: expect.stringContaining('endpoint="general"'),
    });
  });

  it('may be another one on the same server, with the same key', async () => {
    await expect(openOn(() => ({ SQL_LLM_MODEL: 's' }))).resolves.toMatchObject({
      tuned: true,
      reply: 'general',
      model: 's',
      key: 'Bearer key-of-general',
      metrics: expect.stringContaining('querent_llm_breaker_open{endpoint="sql"} 0'),
    });
  });

  it('may be on another server, which does not get the general key', async () => {
    await expect(openOn(({ sql }) => ({ SQL_LLM_MODEL: 's', SQL_LLM_BASE_URL: sql }))).resolves.toMatchObject({
      tuned: true,
      reply: 'sql',
      model: 's',
      key: undefined,
    });
    await expect(
      openOn(({ sql }) => ({ SQL_LLM_MODEL: 's', SQL_LLM_BASE_URL: sql, SQL_LLM_API_KEY: 'key-of-sql' })),
    ).resolves.toMatchObject({ reply: 'sql', key: 'Bearer key-of-sql' });
  });
});
