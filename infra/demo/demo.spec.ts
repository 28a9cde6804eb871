import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { introspect, openDatasource, runReadOnly } from '@querent/datasource';
import { parseModelFile, resolveModel } from '@querent/model';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { parse } from 'yaml';
import { build } from './data/build.mjs';
import { demoQuestions } from './judge/demo-questions';

const TODAY = '2026-11-21';
/** Value of `now()` in statements, because the data end with that day. */
const NOW = `TIMESTAMPTZ '${TODAY} 12:00+08'`;
const CONNECTIONS = ['commerce', 'education', 'tourism'];
const limits = { statementTimeoutMs: 10_000, maxRows: 10_000, maxBytes: 8_388_608 };

interface GoldQuestion {
  id: string;
  connection: string;
  question: string;
  expect: string;
  sql?: string;
  alternatives?: string[];
}

describe('the demo data', () => {
  let postgres: ThrowAwayPostgres;

  beforeAll(async () => {
    postgres = await startPostgres({ demoDay: TODAY });
  }, 120_000);

  afterAll(() => postgres.stop());

  it.each(CONNECTIONS)('has a semantic model of %s that fits its database', async (connection) => {
    const parsed = parseModelFile(parse(text(`config/models/${connection}.yaml`)));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const datasource = openDatasource({ name: connection, url: postgres.url, schema: connection, limits });
    const snapshot = await introspect(datasource);
    await datasource.close();
    expect(resolveModel({ connection, snapshot, file: parsed.file }).problems).toEqual([]);
  });

  it('answers every gold question that has an answer with at least one row that is not empty', async () => {
    const answerless: string[] = [];
    for (const { id, sql, alternatives = [] } of goldQuestions()) {
      for (const statement of sql ? [sql, ...alternatives] : []) {
        const { rows } = await postgres.query(statement.replaceAll(':today', `DATE '${TODAY}'`));
        if (!rows.some((row) => Object.values(row).some((value) => value !== null))) answerless.push(id);
      }
    }
    expect(answerless).toEqual([]);
  });

  it('gives each gold question one id, and SQL exactly when rows are expected', () => {
    const questions = goldQuestions();
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    expect(questions.filter(({ expect: expected, sql }) => (expected === 'rows') !== Boolean(sql))).toEqual([]);
  });

  it.each(CONNECTIONS)('has sample questions of %s whose SQL runs', async (connection) => {
    const datasource = openDatasource({ name: connection, url: postgres.url, schema: connection, limits });
    for (const { sql } of lines<{ sql: string }>(`config/samples/${connection}.jsonl`)) {
      expect((await runReadOnly(datasource, { sql: sql.replaceAll('now()', NOW) })).rowCount).toBeGreaterThan(0);
    }
    await datasource.close();
  });

  it('holds years of orders up to today and none after', async () => {
    const { rows } = await postgres.query(
      `SELECT count(*)::int AS orders, max((ordered_at AT TIME ZONE 'Asia/Shanghai')::date)::text AS last,
              count(*) FILTER (WHERE ordered_at < TIMESTAMP '2023-11-22' AT TIME ZONE 'Asia/Shanghai')::int AS early FROM commerce.orders`,
    );
    expect(rows[0]).toEqual({ orders: expect.any(Number), last: TODAY, early: 0 });
    expect(rows[0]?.orders).toBeGreaterThanOrEqual(50_000);
  });

  it('keeps spots in one table only and in both, and never pairs one spot with two others', async () => {
    const { rows } = await postgres.query(
      `SELECT count(*) FILTER (WHERE a.gid IS NULL)::int AS travel_site_only, count(*) FILTER (WHERE t.id IS NULL)::int AS register_only,
              count(*) FILTER (WHERE a.gid = t.gid)::int AS both, (count(t.id) - count(DISTINCT t.id) + count(a.gid) - count(DISTINCT a.gid))::int AS doubled
         FROM tourism.a_sight a FULL JOIN (SELECT t.id, a.gid FROM tourism.tourist_spot t LEFT JOIN tourism.a_sight a ON t.name LIKE a.name || '%') t
           ON t.gid = a.gid`,
    );
    const [parts] = rows;
    expect(parts).toMatchObject({ doubled: 0 });
    expect(Math.min(parts?.travel_site_only, parts?.register_only, parts?.both)).toBeGreaterThan(100);
  });

  it('the demo data depend only on the day', async () => {
    const first: string[] = [];
    const second: string[] = [];
    for (const statements of [first, second]) await build(async (sql) => statements.push(sql), { today: '2027-03-01' });
    expect(second).toEqual(first);
  });
});

function goldQuestions(): GoldQuestion[] {
  return demoQuestions('gold', TODAY);
}

function lines<Line>(path: string): Line[] {
  return text(path)
    .trim()
    .split('\n')
    .map((line): Line => JSON.parse(line));
}

function text(path: string): string {
  return readFileSync(join(__dirname, path), 'utf8');
}
