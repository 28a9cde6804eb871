import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { RunView } from '@querent/contracts';
import { tableFromIPC } from 'apache-arrow';
import { startPostgres, waitFor, type StackMember, type TestStack, type ThrowAwayPostgres } from '@querent/testing';
import { chiefAndViewer } from '../../product/config-folder';
import { ConfiguredStack } from '../../product/configured-stack';
import { HttpAsker } from '../../product/http-asker';
import { SlowDatabases, loginAt } from './slow-databases';

/** LARGE_ROWS=1000000 measures a million rows and prints memory and duration. CI reads fewer. */
const ROWS = Number(process.env['LARGE_ROWS'] ?? 60_000);
/** Limit of the growth of a process's memory, independent of the number of rows. */
const MEMORY_MB = 200;
const PART = `
  CREATE TABLE part (part_no int PRIMARY KEY, part_cd text);
  INSERT INTO part SELECT n, 'Teil "' || n || '", 零件' || repeat('x', n % 90) FROM generate_series(1, ${ROWS}) n;
  GRANT SELECT ON part TO large;
`;
const MODEL = `
tables:
  part: { label: { zh: 零件, en: part }, columns: { part_no: { label: { zh: 零件号, en: part number }, role: dimension }, part_cd: { label: { zh: 零件名, en: part name }, role: dimension } } }
`;
type Pair = [number, string];

describe('large results', () => {
  let configured: ConfiguredStack;
  let postgres: ThrowAwayPostgres;
  let stack: TestStack;
  let asker: HttpAsker;
  let id: string;

  beforeAll(async () => {
    // Without statistics. If the table were known to be large, the run would ask which rows the user wants.
    postgres = await startPostgres({ settings: { autovacuum: 'off' } });
    configured = await ConfiguredStack.open(chiefAndViewer('large'));
    stack = configured.stack;
    const fixture = new SlowDatabases(configured);
    await fixture.fill(postgres, ['large']);
    await postgres.query(PART);
    const limits = 'statementTimeoutMs: 60000, maxRows: 5000000, maxBytes: 4000000000';
    await configured.changed(() => fixture.connect('large', loginAt(postgres.url, 'large'), limits, MODEL));
    asker = new HttpAsker(stack.url, 'large-chief');
    await asker.connectionIs('large', 'ready');
  }, 120_000);
  afterAll(async () => {
    await configured?.leave();
    await postgres?.stop();
  }, 60_000);

  const memoryOf = async (service: StackMember): Promise<number> => {
    const [pid] = (await stack.pids())[service];
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
  };

  /** Returns the result of the work, and the peak growth of the service's memory during it. */
  async function growth<T>(service: StackMember, work: () => Promise<T>): Promise<{ result: T; megabytes: number }> {
    const before = await memoryOf(service);
    let most = before;
    let over = false;
    const watch = waitFor(
      async () => {
        most = Math.max(most, await memoryOf(service));
        return over;
      },
      { timeoutMs: 240_000, intervalMs: 50 },
    );
    const result = await work().finally(() => (over = true));
    await watch;
    return { result, megabytes: Math.round(most - before) };
  }

  /** Waits for the end of a run, longer than `HttpAsker` does, because a million rows take longer. */
  const over = (run: string): Promise<RunView> =>
    waitFor(
      async () => {
        const view = await asker.view(run);
        return view.finishedAt !== null || view.status === 'awaiting_clarification' ? view : undefined;
      },
      { timeoutMs: 200_000, intervalMs: 200 },
    );
  const opened = (type: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: 'Bearer large-chief', accept: type };
      get(`${stack.url}/v1/queries/${id}/result?raw=1`, { headers }, resolve).on('error', reject);
    });
  async function whole(type: string): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of await opened(type)) parts.push(part as Buffer);
    return Buffer.concat(parts);
  }
  const active = async (): Promise<number> =>
    (await postgres.query(`SELECT FROM pg_stat_activity WHERE usename = 'large' AND state <> 'idle'`)).rows.length;

  it('a large result is written with little memory', async () => {
    const started = performance.now();
    const { result: run, megabytes } = await growth('executor', async () =>
      over((await asker.submit({ question: 'list parts', connection: 'large', cache: 'bypass' })).body.id),
    );
    expect(run).toMatchObject({ status: 'succeeded', result: { rowCount: ROWS, truncated: false } });
    process.stdout.write(`${ROWS} rows: executor + ${megabytes} MB, ${Math.round(performance.now() - started)} ms\n`);
    expect(megabytes).toBeLessThan(MEMORY_MB);
    id = run.id;
  }, 240_000);

  it('a large result has the same rows in every format', async () => {
    const { rows } = await postgres.query<{ part_no: number; part_cd: string }>('SELECT part_no, part_cd FROM part');
    const expected = digest(rows.map(({ part_no, part_cd }) => [part_no, part_cd]));
    const { result: forms, megabytes } = await growth('gateway', async () => ({
      csv: pairsOfCsv(String(await whole('text/csv'))),
      ndjson: String(await whole('application/x-ndjson'))
        .trim()
        .split('\n')
        .map((line) => pairOf(Object.values(JSON.parse(line) as object))),
      arrow: tableFromIPC(await whole('application/vnd.apache.arrow.stream'))
        .toArray()
        .map((row) => pairOf(Object.values((row as { toJSON(): object }).toJSON()))),
      pages: await pages(),
    }));
    process.stdout.write(`${ROWS} rows in four forms: gateway + ${megabytes} MB\n`);
    for (const [form, pairs] of Object.entries(forms))
      expect([form, pairs.length, digest(pairs)]).toEqual([form, ROWS, expected]);
    expect(megabytes).toBeLessThan(MEMORY_MB);
  }, 240_000);

  async function pages(): Promise<Pair[]> {
    const pairs: Pair[] = [];
    for (let cursor = ''; ;) {
      const { body } = await asker.call<{ rows: unknown[][]; nextCursor: string | null }>(
        `/v1/queries/${id}/result?limit=1000${cursor}`,
      );
      pairs.push(...body.rows.map(pairOf));
      if (body.nextCursor === null) return pairs;
      cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
    }
  }

  it('a large result waits for a slow client, and its stream ends when the client disconnects', async () => {
    const { megabytes } = await growth('gateway', async () => {
      const readers = await Promise.all(Array.from({ length: 8 }, () => opened('text/csv')));
      // None of them reads, so the gateway sends only as much as fits into the socket buffers.
      const { result } = await asker.concluded({ question: QUICK_PARTS, connection: 'large', cache: 'bypass' });
      expect(result?.rows).toEqual([[ROWS]]);
      readers.forEach((reader) => reader.destroy());
    });
    process.stdout.write(`8 readers that do not read: gateway + ${megabytes} MB\n`);
    expect(megabytes).toBeLessThan(MEMORY_MB);
    expect((await asker.view(id)).status).toBe('succeeded');
  }, 120_000);

  it('a run that writes a large result while Redis fails ends and leaves no statement behind', async () => {
    const { body } = await asker.submit({ question: 'list parts', connection: 'large', cache: 'bypass' });
    await waitFor(async () => (await active()) > 0, { timeoutMs: 30_000, intervalMs: 2 });
    await stack.stopService('redis');
    await stack.startService('redis');
    await stack.ready();
    expect(await over(body.id)).toMatchObject({ status: 'succeeded', result: { rowCount: ROWS } });
    await waitFor(async () => (await active()) === 0);
  }, 240_000);
});

const QUICK_PARTS = 'how many parts are there';

/** The order of the columns depends on the question. The part number is recognised by its digits. */
function pairOf(values: readonly unknown[]): Pair {
  const [first, second] = values;
  return /^\d+$/.test(String(first)) ? [Number(first), String(second)] : [Number(second), String(first)];
}

function pairsOfCsv(text: string): Pair[] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n)/y;
  const rows: string[][] = [[]];
  for (let found = cell.exec(text); found !== null; found = cell.exec(text)) {
    rows.at(-1)?.push((found[1] ?? found[2] ?? '').replaceAll('""', '"'));
    if (found[3] !== ',') rows.push([]);
  }
  return rows.slice(1, -1).map(pairOf);
}

function digest(pairs: Pair[]): string {
  const hash = createHash('sha256');
  for (const [no, name] of [...pairs].sort(([a], [b]) => a - b)) hash.update(`${no}\t${name}\n`);
  return hash.digest('hex');
}
