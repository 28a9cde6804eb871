import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres, startScriptedLlm, startStack, waitFor, type ScriptedLlm, type TestStack, type ThrowAwayPostgres } from '@querent/testing';
import Redis from 'ioredis';
import { commandCalls } from '../bench/idle/command-calls';
import { HttpAsker } from './http-asker';

const CLINIC = `
  CREATE TABLE patient (id int PRIMARY KEY, tier text, joined date);
  INSERT INTO patient SELECT n, (ARRAY['gold', 'plain'])[n % 2 + 1], date '2026-01-01' + n FROM generate_series(1, 90) n;
`;
const SQL = JSON.stringify({ kind: 'sql', sql: 'SELECT count(*) FROM patient', draft: null, question: null, options: null });
/** How long it is counted, s. */
const COUNTED = 12;
/** What all services together may ask of Redis, scripts counted by what they call. */
const MOST_COMMANDS_A_SECOND = 60;

/** A connection without a model file and without samples, so that nothing of it is configured by hand. */
describe('the product when no question is under way any more', () => {
  const config = mkdtempSync(`${tmpdir()}/querent-config-`);
  let postgres: ThrowAwayPostgres;
  let llm: ScriptedLlm;
  let stack: TestStack;
  let redis: Redis;

  beforeAll(async () => {
    postgres = await startPostgres();
    await postgres.query(CLINIC);
    llm = await startScriptedLlm([{ match: { text: /zorbs/ }, reply: { text: SQL } }]);
    mkdirSync(`${config}/connections`);
    writeFileSync(`${config}/connections/clinic.yaml`, `label: { en: Clinic }\nurl: ${postgres.url}\nallowSuperuser: true\n`);
    stack = await startStack({
      env: { QUERENT_CONFIG_DIR: config, LLM_BASE_URL: llm.url, LLM_MODEL: 'scripted', EMBEDDER: 'local', QUERENT_SECRET_KEY: 'a key for the tests only', WEBHOOK_ALLOW_PRIVATE: 'true' },
    });
    redis = new Redis(stack.redisUrl);
  }, 180_000);
  afterAll(async () => {
    redis?.disconnect();
    await stack?.stop();
    await llm?.stop();
    await postgres?.stop();
    rmSync(config, { recursive: true, force: true });
  }, 60_000);

  const aSecond = async (seconds: number): Promise<Record<string, number>> => {
    const before = await commandCalls(redis);
    await pause(seconds * 1_000);
    const after = await commandCalls(redis);
    return Object.fromEntries([...after].map(([command, count]) => [command, (count - (before.get(command) ?? 0)) / seconds]).filter(([, rate]) => Number(rate) > 0));
  };
  const sum = (rates: Record<string, number>): number => Object.values(rates).reduce((total, rate) => total + rate, 0);

  it('asks Redis some dozen things a second, whatever was asked of it before', async () => {
    const asker = new HttpAsker(stack.url);
    await asker.connectionIs('clinic', 'ready');
    for (const mode of ['full', 'auto', 'full'] as const) {
      await asker.answered({ question: 'how many patients are there', connection: 'clinic', mode });
      expect(await asker.answered({ question: `how many zorbs are there (${mode})`, connection: 'clinic', mode })).toMatchObject({ status: 'succeeded' });
    }
    // Gists and samples are learned behind the answers.
    await waitFor(async () => sum(await aSecond(2)) < MOST_COMMANDS_A_SECOND, { timeoutMs: 60_000 });
    const rates = await aSecond(COUNTED);
    expect(sum(rates) < MOST_COMMANDS_A_SECOND ? {} : rates).toEqual({});
  }, 180_000);
});
