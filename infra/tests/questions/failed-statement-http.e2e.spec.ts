import type { RunView } from '@querent/contracts';
import { startPostgres, waitFor, type TestStack, type ThrowAwayPostgres } from '@querent/testing';
import { chiefAndViewer } from '../product/config-folder';
import { ConfiguredStack } from '../product/configured-stack';
import { HttpAsker } from '../product/http-asker';

/** Calls at a help desk: their duration is slow to compute, and a score divides by zero in every other row. */
const DESK = `
  CREATE TABLE phone_call (id int PRIMARY KEY, call_dt date, topic_cd text, agent_nm text);
  INSERT INTO phone_call SELECT n, date '2026-11-20' - n, (ARRAY['bills', 'repairs'])[n % 2 + 1], (ARRAY['Kim', 'Lee', 'Max'])[n % 3 + 1] FROM generate_series(1, 900) n;
  CREATE VIEW call_length AS SELECT id, call_dt, topic_cd, (SELECT 2.5 FROM pg_sleep(0.002 + id * 0)) AS minutes FROM phone_call;
  CREATE TABLE parcel (id int PRIMARY KEY, carrier text, depot text, sent_on date);
  INSERT INTO parcel SELECT n, (ARRAY['Blue', 'Red'])[n % 2 + 1], (ARRAY['North', 'South'])[n % 2 + 1], date '2026-11-20' - n FROM generate_series(1, 90) n;
  CREATE VIEW call_score AS SELECT id, call_dt, topic_cd, 100 / (id % 2) AS score FROM phone_call;
`;
const MODEL = `
tables:
  phone_call: { label: { zh: 来电, en: call }, defaultTime: phone_call.call_dt, columns: { topic_cd: { label: { zh: 主题, en: topic }, role: dimension }, agent_nm: { label: { zh: 客服, en: agent }, role: dimension }, call_dt: { label: { zh: 来电日期, en: call date }, role: time } } }
  call_length: { label: { zh: 通话, en: conversation }, defaultTime: call_length.call_dt, columns: { topic_cd: { label: { zh: 通话主题, en: conversation topic }, role: dimension }, minutes: { label: { zh: 时长, en: duration }, role: measure }, call_dt: { label: { zh: 通话日期, en: conversation date }, role: time } } }
  call_score: { label: { zh: 评价, en: review }, defaultTime: call_score.call_dt, columns: { topic_cd: { label: { zh: 评价主题, en: review topic }, role: dimension }, score: { label: { zh: 得分, en: points }, role: measure }, call_dt: { label: { zh: 评价日期, en: review date }, role: time } } }
`;
/** Physical names and technical words that a key without \`sql:read\` must not receive. */
const TECHNICAL =
  /phone_call|call_length|call_score|call_dt|topic_cd|agent_nm|select|statement|timeout|canceling|division by zero|does not exist|\b(?:57014|22012|42703)\b/i;

type Key = 'desk-chief' | 'desk-viewer';
type Paused = RunView & { clarification: NonNullable<RunView['clarification']> };

describe('a failed statement over HTTP', () => {
  let postgres: ThrowAwayPostgres;
  let fixture: ConfiguredStack;
  let stack: TestStack;

  beforeAll(async () => {
    postgres = await startPostgres();
    await postgres.query(DESK);
    const address = `url: ${postgres.url}\nallowSuperuser: true\n`;
    fixture = await ConfiguredStack.open(chiefAndViewer('desk'), {
      'connections/desk.yaml': `label: { zh: 客服, en: Help desk }\n${address}limits: { statementTimeoutMs: 700 }\n`,
      'models/desk.yaml': MODEL,
      'connections/bare-desk.yaml': `label: { zh: 无模型, en: Without a model file }\n${address}`,
    });
    stack = fixture.stack;
    for (const name of ['desk', 'bare-desk']) await new HttpAsker(stack.url, 'desk-chief').connectionIs(name, 'ready');
  }, 120_000);
  afterAll(async () => {
    await fixture?.leave();
    await postgres?.stop();
  }, 60_000);

  async function call<T>(key: Key, path: string, body?: object): Promise<{ status: number; body: T; text: string }> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(
      `${stack.url}${path}`,
      body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
    );
    const text = await answer.text();
    return { status: answer.status, body: JSON.parse(text) as T, text };
  }

  async function settled(key: Key, id: string): Promise<RunView> {
    return waitFor(
      async () => {
        const { body } = await call<RunView>(key, `/v1/queries/${id}`);
        return body.status === 'awaiting_clarification' || body.finishedAt !== null ? body : undefined;
      },
      { timeoutMs: 60_000 },
    );
  }

  async function asked(key: Key, question: string, connection: string): Promise<RunView> {
    const { body } = await call<RunView>(key, '/v1/queries', { question, connection, cache: 'bypass' });
    return settled(key, body.id);
  }

  async function paused(key: Key, question: string, connection = 'desk'): Promise<Paused> {
    const run = await asked(key, question, connection);
    if (run.clarification === null) throw new Error(JSON.stringify([run.status, run.error, run.attempts]));
    return { ...run, clarification: run.clarification };
  }

  async function take(key: Key, run: Paused, label: string): Promise<RunView> {
    const option = run.clarification.options.find((one) => one.label === label);
    if (option === undefined)
      throw new Error(`no “${label}” among ${run.clarification.options.map((one) => one.label).join(' | ')}`);
    const { status } = await call(key, `/v1/queries/${run.id}/clarification`, {
      clarificationId: run.clarification.id,
      optionId: option.id,
    });
    expect(status).toBe(202);
    return settled(key, run.id);
  }

  it.each([
    ['average duration by conversation topic', 'en', 'only the last 3 months', 2],
    ['各通话主题的平均时长', 'zh', '只看近3个月', 2],
    ['average points by review topic', 'en', 'the number of reviews instead', 2],
    ['各评价主题的平均得分', 'zh', '改看评价数', 2],
  ] as const)(
    'a failed statement leads to a clarification, and the chosen option to an answer: %s',
    async (question, locale, label, rows) => {
      const run = await paused('desk-viewer', question);
      expect(run).toMatchObject({
        locale,
        clarification: { trigger: 'sql_execution_error' },
        error: null,
        result: null,
        answer: { chartType: 'clarification' },
      });
      expect(run.clarification.options.length).toBeGreaterThanOrEqual(2);
      const answered = await take('desk-viewer', run, label);
      expect(answered).toMatchObject({ status: 'succeeded', result: { rowCount: rows } });
      expect(answered.answer?.text).toContain(label);
      expect(JSON.stringify([run, answered])).not.toMatch(TECHNICAL);
    },
    120_000,
  );

  it('technical details of a failed statement appear only in the log and to keys that may see SQL', async () => {
    const run = await paused('desk-chief', 'average points by review topic');
    expect(run.attempts).toEqual([
      expect.objectContaining({ n: 1, error: 'division by zero', sql: expect.stringContaining('call_score') }),
    ]);
    expect(JSON.stringify({ ...run, attempts: [], sql: null })).not.toMatch(TECHNICAL);
    const logged = stack
      .log()
      .split('\n')
      .filter((line) => line.includes(run.id) && line.includes('statement failed'));
    expect(logged).toEqual([expect.stringMatching(/"class":"division_by_zero".*"sqlstate":"22012"/)]);
  }, 120_000);

  it('a run continues without a column that was dropped since the schema was read', async () => {
    await postgres.query('ALTER TABLE phone_call DROP COLUMN agent_nm');
    const run = await paused('desk-viewer', 'number of calls by agent');
    expect(await take('desk-viewer', run, 'by topic instead of agent')).toMatchObject({
      status: 'succeeded',
      result: { rowCount: 2 },
    });
    expect(JSON.stringify(run)).not.toMatch(TECHNICAL);
  }, 120_000);

  it('with a derived model, a schema change fails one statement, because the schema is then read again', async () => {
    await postgres.query('ALTER TABLE parcel DROP COLUMN carrier');
    expect((await paused('desk-viewer', 'number of parcels by carrier', 'bare-desk')).clarification.trigger).toBe(
      'sql_execution_error',
    );
    const again = (): Promise<RunView> => asked('desk-viewer', 'number of parcels by carrier', 'bare-desk');
    await waitFor(async () => (await again()).clarification?.trigger !== 'sql_execution_error', { timeoutMs: 60_000 });
  }, 120_000);
});
