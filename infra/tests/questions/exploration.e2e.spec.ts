import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import {
  startPostgres,
  startScriptedLlm,
  startStack,
  waitFor,
  type ScriptedLlm,
  type TestStack,
  type ThrowAwayPostgres,
} from '@querent/testing';
import { lifetimeMistakes } from '../../docs/operate/lifetimes';
import { HttpAsker } from '../product/http-asker';

const CLINIC = `
  CREATE TABLE patient (id int PRIMARY KEY, tier_cd text, joined date);
  INSERT INTO patient SELECT n, (ARRAY['gold', 'plain', 'plain'])[n % 3 + 1], date '2026-01-01' + n FROM generate_series(1, 90) n;
  CREATE TABLE slowness (seconds int);
  CREATE VIEW patient_log AS SELECT p.id, p.tier_cd FROM patient p, (SELECT pg_sleep(sum(seconds)) FROM slowness) AS slept;
`;
const reply = (kind: 'sql' | 'intermediate_sql', sql: string): { text: string } => ({
  text: JSON.stringify({ kind, sql, draft: null, question: null, options: null }),
});
const intermediate = (sql: string): { text: string } => reply('intermediate_sql', sql);
const statement = (sql: string): { text: string } => reply('sql', sql);

describe('an exploration over HTTP', () => {
  const config = mkdtempSync(`${tmpdir()}/querent-config-`);
  let postgres: ThrowAwayPostgres;
  let llm: ScriptedLlm;
  let stack: TestStack;
  let asker: HttpAsker;

  beforeAll(async () => {
    postgres = await startPostgres();
    await postgres.query(CLINIC);
    llm = await startScriptedLlm([
      {
        match: { text: /zorbs/ },
        times: 1,
        reply: intermediate('SELECT DISTINCT tier_cd FROM patient ORDER BY tier_cd'),
      },
      { match: { text: /zorbs/ }, reply: statement(`SELECT count(*) FROM patient WHERE tier_cd = 'gold'`) },
      {
        match: { text: /quibs/ },
        times: 1,
        reply: intermediate('select distinct tier_cd from patient order by tier_cd'),
      },
      { match: { text: /quibs/ }, reply: statement(`SELECT count(*) FROM patient WHERE tier_cd = 'plain'`) },
      { match: { text: /snarks/ }, times: 1, reply: intermediate('SELECT DISTINCT tier_cd FROM patient_log') },
      { match: { text: /snarks/ }, reply: statement('SELECT count(*) FROM patient') },
      { match: { text: /wimbles/ }, times: 1, reply: statement(`SELECT count(*) FROM patient WHERE tier_cd = 'gold'`) },
      { match: { text: /wimbles/ }, reply: statement('SELECT count(*) FROM patient') },
      { match: { text: /gorms/ }, reply: intermediate('SELECT DISTINCT id FROM patient_log') },
    ]);
    cpSync(resolve(__dirname, '../../demo/config'), config, { recursive: true });
    writeFileSync(
      `${config}/connections/clinic.yaml`,
      `label: { zh: 诊所, en: Clinic }\nurl: ${postgres.url}\nallowSuperuser: true\n`,
    );
    stack = await startStack({
      env: { QUERENT_CONFIG_DIR: config, LLM_BASE_URL: llm.url, LLM_MODEL: 'scripted', EXPLORE_TIMEOUT_MS: '3000' },
    });
    asker = new HttpAsker(stack.url);
    await asker.connectionIs('clinic', 'ready');
    // Explorations are slowed down only after the schema has been read.
    await postgres.query('INSERT INTO slowness VALUES (60)');
  }, 180_000);
  afterAll(async () => {
    await stack?.stop();
    await llm?.stop();
    await postgres?.stop();
    rmSync(config, { recursive: true, force: true });
  }, 60_000);

  const kinds = async (id: string): Promise<string[]> => (await asker.view(id)).steps.map(({ kind }) => kind);
  const looking = async (): Promise<number> =>
    Number(
      (
        await postgres.query(
          `SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%patient_log%' AND pid <> pg_backend_pid()`,
        )
      ).rows[0]?.['count'],
    );

  it('an exploration leads to an answer from stored values, and its values are cached for the next question', async () => {
    const first = await asker.answered({ question: 'how many zorbs are there', connection: 'clinic' });
    expect(first).toMatchObject({ status: 'succeeded', result: { rows: [[30]] } });
    expect(first.steps.map(({ message }) => message)).toContain('Checked the stored values: found 2');
    const second = await asker.answered({ question: 'how many quibs are there', connection: 'clinic' });
    expect(second).toMatchObject({ status: 'succeeded', result: { rows: [[60]] } });
    expect(second.steps.find(({ kind }) => kind === 'explored')?.durationMs).toBe(0);
  }, 120_000);

  it('an exploration that takes too long is cancelled, and the run continues', async () => {
    const run = await asker.answered({ question: 'how many snarks are there', connection: 'clinic' });
    expect(run).toMatchObject({ status: 'succeeded', result: { rows: [[90]] } });
    expect(await kinds(run.id)).toContain('explored');
    expect(await looking()).toBe(0);
  }, 120_000);

  it('an exploration ends when its run is cancelled', async () => {
    const { body } = await asker.submit({ question: 'how many gorms are there', connection: 'clinic' });
    await waitFor(async () => (await looking()) === 1, { timeoutMs: 60_000 });
    await asker.call(`/v1/queries/${body.id}/cancel`, {});
    expect((await asker.over(body.id)).status).toBe('cancelled');
    await waitFor(async () => (await looking()) === 0);
  }, 120_000);

  it('explorations leave only keys of the table of key families in Redis, with their lifetimes', async () => {
    const families = new Set<string>();
    expect(await lifetimeMistakes(stack.redisUrl, families)).toEqual([]);
    expect([...families]).toEqual(
      expect.arrayContaining([
        'explored values',
        'parts of queues',
        'events of queues',
        'turns',
        'census',
        'audit trails',
      ]),
    );
  });

  // The command line of the evaluation against a running deployment. It is tested here because starting another stack
  // would take longer than the test.
  it('an evaluation of the running product counts explorations, compares with an earlier report and applies thresholds', async () => {
    const evaluate = (...args: string[]): Promise<{ code: unknown; text: string }> =>
      new Promise((settle) => {
        execFile(
          process.execPath,
          ['infra/suites/eval/eval.mjs', '--url', stack.url, '--sets', `${config}/tried.jsonl`, ...args],
          { cwd: resolve(__dirname, '../../..') },
          (error, stdout, stderr) => settle({ code: error === null ? 0 : error.code, text: stdout + stderr }),
        );
      });
    const report = (name: string) => JSON.parse(readFileSync(`${config}/${name}/report.json`, 'utf8'));
    const lines = [
      { question: 'how many orders are there?', connection: 'commerce', sql: 'select count(*) from orders' },
      {
        question: 'how many wimbles are there',
        connection: 'clinic',
        sql: `select count(*) from patient where tier_cd = 'gold'`,
      },
    ];
    writeFileSync(`${config}/tried.jsonl`, lines.map((line) => JSON.stringify(line)).join('\n'));
    const rows = ['--database', `commerce=${stack.databaseUrl}#commerce`, '--database', postgres.url];

    const first = await evaluate(...rows, '--out', `${config}/first`, '--threshold', 'accuracy=1');
    expect([first.code, report('first').figures]).toMatchObject([0, { accuracy: 1, withoutModel: 0.5, llmCalls: 1 }]);
    const second = await evaluate(
      ...rows,
      '--out',
      `${config}/second`,
      '--threshold',
      'accuracy=1',
      '--compare',
      `${config}/first/report.json`,
    );
    expect([
      second.code,
      report('second').comparison.lost.map(({ question }: { question: string }) => question),
      report('second').failedThresholds,
    ]).toMatchObject([1, [lines[1]?.question], [{ name: 'accuracy', measured: 0.5 }]]);
    expect(second.text).toContain('✗ execution accuracy');
    const stranger = await evaluate('--key', 'nobody', '--out', `${config}/third`);
    expect([stranger.code, stranger.text.trim()]).toEqual([
      1,
      'HTTP 401, unauthorized, The access key is missing or not valid.',
    ]);
  }, 60_000);
});
