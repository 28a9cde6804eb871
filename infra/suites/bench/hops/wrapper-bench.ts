import { loadavg } from 'node:os';
import { openDatasource, runReadOnly, type Datasource } from '@querent/datasource';
import { guardStatement, initParser, type GuardCatalogue } from '@querent/sql';
import { Pool, type PoolClient } from 'pg';
import Cursor from 'pg-cursor';
import { fixed, median } from '../statistics';

/**
 * BENCH_ROUNDS and BENCH_SHARE (of the samples and of the streamed rows) set the duration; 3 and 0.3 take less than a
 * minute.
 */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7);
const SHARE = Number(process.env['BENCH_SHARE'] ?? 1);
const STREAM_ROWS = Math.round(Number(process.env['BENCH_STREAM_ROWS'] ?? 2_000_000) * SHARE);
const catalogue: GuardCatalogue = {
  searchPath: ['public'],
  relations: ['customers', 'orders', 'lines'].map((name) => ({
    schema: 'public',
    name,
    kind: 'table',
    columns: ['id', 'parent', 'n'].map((column) => ({ name: column, type: 'integer' })),
  })),
};
const join = `SELECT c.n, count(*), sum(l.n) FROM customers c JOIN orders o ON o.parent = c.id JOIN lines l ON l.parent = o.id
  WHERE c.id BETWEEN 10 AND 14 GROUP BY c.n ORDER BY 2 DESC`;
const cases = [
  { title: 'SELECT 1', sql: 'SELECT 1', times: 300, aim: 'adds ≤ 3 ×' },
  { title: 'join of three tables, few rows', sql: join, times: 150, aim: '' },
  { title: 'SELECT pg_sleep(0.1)', sql: 'SELECT pg_sleep(0.1)', times: 10, aim: 'adds ≤ 0.05 ×' },
];

/**
 * Measures the overhead of guard, EXPLAIN and the read-only session for a statement, and the throughput of a streamed
 * result, both against bare pg in the same run.
 */
export async function benchWrapper(postgresUrl: string): Promise<void> {
  await initParser();
  const pool = new Pool({ connectionString: postgresUrl, max: 1 });
  const datasource = openDatasource({
    name: 'bench',
    url: postgresUrl,
    limits: { statementTimeoutMs: 600_000, maxRows: 100_000_000, maxBytes: 1e12, maxCellBytes: 65_536 },
  });
  const client = await pool.connect();
  try {
    await prepare(client);
    console.log(
      `\nOne statement, ms: median of ${ROUNDS} rounds' medians, all ways in turn within a round; load ${fixed(loadavg()[0] ?? Number.NaN, 1)}`,
    );
    console.log(
      '  bare: client.query(text) of pg on one open connection to the same server. Fresh: the guard meets the statement for the first time.',
    );
    console.log(
      '  runReadOnly: until its answer; its clean-up (ROLLBACK, DISCARD ALL) runs behind that, and is over before the next sample.',
    );
    for (const { title, sql, times, aim } of cases)
      await compare(title, sql, Math.max(3, Math.round(times * SHARE)), aim, client, datasource);
    await compareStreams(client, datasource);
  } finally {
    client.release();
    await pool.end();
    await datasource.close();
  }
}

async function prepare(client: PoolClient): Promise<void> {
  for (const [table, rows] of [
    ['customers', 2_000],
    ['orders', 20_000],
    ['lines', 60_000],
  ] as const) {
    await client.query(
      `CREATE TABLE ${table} AS SELECT g AS id, g % greatest(1, ${rows} / 10) AS parent, g % 97 AS n FROM generate_series(1, ${rows}) g`,
    );
    await client.query(
      `ALTER TABLE ${table} ADD PRIMARY KEY (id); CREATE INDEX ON ${table} (parent); ANALYZE ${table}`,
    );
  }
}

async function compare(
  title: string,
  sql: string,
  times: number,
  aim: string,
  client: PoolClient,
  datasource: Datasource,
): Promise<void> {
  const guard = async (text = sql) => {
    const verdict = await guardStatement(text, catalogue, { grantedFunctions: ['pg_sleep'] });
    if (!verdict.ok) throw new Error(verdict.reason);
    return verdict.sql;
  };
  const guarded = await guard();
  // A new text each time, because verdicts are cached by text.
  let seen = 0;
  const guardAnew = () => guard(`${sql} -- ${(seen += 1)}`);
  const ways: Record<string, () => Promise<unknown>> = {
    'bare pg': () => client.query(sql),
    'bare pg: EXPLAIN, then run': async () => {
      await client.query(`EXPLAIN (FORMAT JSON) ${sql}`);
      await client.query(sql);
    },
    'guard alone, fresh': guardAnew,
    'guard alone, remembered': () => guard(),
    'runReadOnly alone': () => runReadOnly(datasource, { sql: guarded }),
    'runReadOnly with admit': () => runReadOnly(datasource, { sql: guarded, admit: () => undefined }),
    'guard + runReadOnly with admit, fresh': async () =>
      runReadOnly(datasource, { sql: await guardAnew(), admit: () => undefined }),
    'guard + runReadOnly with admit, remembered': async () =>
      runReadOnly(datasource, { sql: await guard(), admit: () => undefined }),
  };
  const medians = new Map(Object.keys(ways).map((way) => [way, [] as number[]]));
  for (let round = -1; round < ROUNDS; round += 1) {
    const each = new Map(Object.keys(ways).map((way) => [way, [] as number[]]));
    for (let i = 0; i < times; i += 1) {
      for (const [way, run] of rotated(Object.entries(ways), i)) {
        await cleanUpOver(datasource);
        each.get(way)?.push(await milliseconds(run));
      }
    }
    if (round >= 0) for (const [way, samples] of each) medians.get(way)?.push(median(samples));
  }
  const bare = medians.get('bare pg') ?? [];
  console.log(`  ${title}`);
  for (const [way, each] of medians) {
    const added = median(each.map((ms, i) => ms / (bare[i] ?? Number.NaN) - 1));
    console.log(
      `    ${way.padEnd(44)} ${fixed(median(each), 3).padStart(9)}   ${way === 'bare pg' ? '' : `adds ${fixed(added)} ×`}${way.startsWith('guard +') && aim ? `   (aim: ${aim})` : ''}`,
    );
  }
}

/** Orders in which each variant follows each other one equally often, because the predecessor warms or cools caches. */
function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

/** Waits for the clean-up of the last session, which runs after its answer and must not count for the next sample. */
async function cleanUpOver(datasource: Datasource): Promise<void> {
  const { pool } = datasource.loginFor();
  while (pool.idleCount < pool.totalCount) await new Promise((resolve) => setImmediate(resolve));
}

async function milliseconds(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

async function compareStreams(client: PoolClient, datasource: Datasource): Promise<void> {
  const sql = `SELECT g AS id, 'customer ' || g AS name, g / 7.0 AS amount, DATE '2024-01-01' + g % 900 AS day FROM generate_series(1, ${STREAM_ROWS}) g`;
  const rates: { bare: number[]; ours: number[] } = { bare: [], ours: [] };
  let [idle, most] = [process.memoryUsage.rss(), 0];
  for (let round = 0; round < 3; round += 1) {
    rates.bare.push(await rowsPerSecond(() => readAll(client, sql)));
    global.gc?.();
    idle = Math.max(idle, round === 0 ? process.memoryUsage.rss() : 0);
    rates.ours.push(
      await rowsPerSecond(() =>
        runReadOnly(datasource, { sql, onBatch: () => void (most = Math.max(most, process.memoryUsage.rss())) }),
      ),
    );
  }
  console.log(`  ${STREAM_ROWS} rows of four columns: rows/s, median of 3`);
  console.log(`    ${'bare pg cursor, 1000 rows a fetch'.padEnd(44)} ${fixed(median(rates.bare), 0).padStart(9)}`);
  console.log(
    `    ${'runReadOnly, parsed, in batches'.padEnd(44)} ${fixed(median(rates.ours), 0).padStart(9)}   ratio ${fixed(median(rates.ours.map((rate, i) => rate / (rates.bare[i] ?? Number.NaN))))}   (aim: ≥ 0.5)`,
  );
  console.log(
    `    ${'memory of this process (RSS, MB)'.padEnd(44)} ${fixed(most / 1e6, 0).padStart(9)}   after bare pg: ${fixed(idle / 1e6, 0)}`,
  );
}

async function rowsPerSecond(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return STREAM_ROWS / ((performance.now() - start) / 1000);
}

async function readAll(client: PoolClient, sql: string): Promise<void> {
  const cursor = client.query(new Cursor(sql, [], { rowMode: 'array' }));
  const read = () =>
    new Promise<unknown[][]>((resolve, reject) =>
      cursor.read(1000, (error, rows) => (error ? reject(error) : resolve(rows))),
    );
  for (let rows = await read(); rows.length > 0; rows = await read());
}
