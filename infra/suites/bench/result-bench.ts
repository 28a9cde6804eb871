import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SnapshotStore } from '@querent/catalog';
import type { OutputColumn, Run } from '@querent/contracts';
import { BullMqTransport } from '@querent/messaging';
import { createRedis, type RedisClient, QueueKeys } from '@querent/platform';
import { defaultSagaSettings, newRunId, RunStore, type Change } from '@querent/saga';
import { Client } from 'pg';
import Cursor from 'pg-cursor';
import { fixed, median } from './statistics';

const ROUNDS = 3;
/** Number of rows that a bare cursor reads per batch. */
const BARE_BATCH = 1_000;
const SQL = 'SELECT id, customer, amount, sold_at, is_paid FROM sale';
const columns: OutputColumn[] = ['id', 'customer', 'amount', 'sold at', 'paid'].map((label, i) => ({
  key: `c${i + 1}`,
  label,
  role: 'text',
}));
const MEGABYTE = 1024 * 1024;

interface Service {
  url: string;
  process: ChildProcess;
}

/**
 * Measures a large result: the executor's memory, and the gateway's CSV stream against a bare cursor on the same
 * statement, in turns. Executor and gateway are processes of the built services.
 */
export async function benchResults(postgresUrl: string, redisUrl: string, rows: number): Promise<void> {
  const configDir = mkdtempSync(join(tmpdir(), 'querent-bench-'));
  const redis = createRedis(redisUrl, 'command');
  const client = new Client(postgresUrl);
  const services: Service[] = [];
  try {
    await client.connect();
    console.log(
      `\nA result of ${rows.toLocaleString('en')} rows of five columns; load at the start ${loadavg()
        .map((load) => fixed(load, 1))
        .join(' ')}`,
    );
    await prepare(client, rows);
    configure(configDir, postgresUrl, rows);
    for (const name of ['executor', 'gateway'])
      services.push(await startService(name, { REDIS_URL: redisUrl, QUERENT_CONFIG_DIR: configDir }));
    const [executor, gateway] = services as [Service, Service];
    await untilRead(redis);
    const product = new Product(redis);
    await product.execute('SELECT id, customer, amount, sold_at, is_paid FROM sale LIMIT 5000');
    await pause(2_000);
    const run = await passThrough(product, executor);
    await compareStreams(client, gateway, run, rows);
  } finally {
    for (const { process } of services) process.kill('SIGKILL');
    await client.end();
    redis.disconnect();
    rmSync(configDir, { recursive: true, force: true });
  }
}

async function prepare(client: Client, rows: number): Promise<void> {
  await client.query(`CREATE UNLOGGED TABLE sale AS
    SELECT n AS id, 'customer ' || n::int8 * 7919 % 100003 AS customer, (n::int8 * 31 % 9973 / 100.0)::numeric(10, 2) AS amount,
           timestamp '2024-01-01' + n * interval '1 second' AS sold_at, n % 3 = 0 AS is_paid FROM generate_series(1, ${rows}) n`);
  await client.query('CREATE ROLE reader LOGIN; GRANT SELECT ON sale TO reader');
  await client.query('VACUUM ANALYZE sale');
}

function configure(configDir: string, postgresUrl: string, rows: number): void {
  const url = new URL(postgresUrl);
  url.username = 'reader';
  // With a threshold of 1 every statement is slow. The time limit of slow statements suits large results.
  const limits = {
    statementTimeoutMs: 480_000,
    slowTimeoutMs: 480_000,
    maxRows: rows,
    maxBytes: 1_000_000_000_000,
    slowCost: 1,
    maxCost: 1e12,
    maxScannedRows: 1e12,
  };
  mkdirSync(join(configDir, 'connections'));
  writeFileSync(
    join(configDir, 'connections', 'bench.yaml'),
    JSON.stringify({ label: 'bench', url: url.href, limits }),
  );
}

async function startService(name: string, env: Record<string, string>): Promise<Service> {
  const port = await freePort();
  const child = spawn(process.execPath, [`dist/apps/${name}/main.cjs`], {
    env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries++) {
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) return { url, process: child };
    await pause(100);
  }
  throw new Error(`${name} does not become ready`);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Waits until the executor has read the schema. */
async function untilRead(redis: RedisClient): Promise<void> {
  const snapshots = new SnapshotStore(redis, 'bench');
  for (let tries = 0; tries < 300; tries++) {
    if ((await snapshots.status('bench')).state === 'ready') return;
    await pause(100);
  }
  throw new Error('The executor has not read the schema');
}

/** Plays the stages before the executor, and receives its outcome. */
class Product {
  private readonly store: RunStore;
  private readonly transport: BullMqTransport;

  constructor(redis: RedisClient) {
    this.store = new RunStore(redis, { ...defaultSagaSettings, retentionMs: 3_600_000 });
    this.transport = new BullMqTransport(redis, new QueueKeys(defaultSagaSettings.prefix));
  }

  /** Executes the statement in the executor and returns the run. */
  async execute(sql: string): Promise<Run> {
    const id = newRunId();
    const request = {
      question: 'all sales',
      connection: 'bench',
      locale: 'en' as const,
      timezone: 'UTC',
      today: '2026-01-01',
      conversationId: null,
      agent: null,
      mode: 'auto' as const,
      cache: 'bypass' as const,
      maxRows: null,
      callbackUrl: null,
    };
    const created = await this.store.create({ id, tenant: 'demo', keyName: 'demo', traceparent: '', request });
    if (created.kind !== 'advanced') throw new Error('no run');
    await this.store.claim(id, created.run.version, 60_000);
    await this.advance(id, { event: 'planned', stage: 'intent' });
    const outbox = await this.advance(id, {
      event: 'generated',
      stage: 'sql-generator',
      patch: { compiled: { sql, params: [], columns, probes: [] } },
    });
    if (outbox === null) throw new Error('nothing to execute');
    await this.transport.publish(outbox, 1);
    for (;;) {
      const run = await this.store.get(id);
      if (run?.status === 'presenting') return run;
      if (run?.status !== 'executing')
        throw new Error(`The run is ${run?.status}: ${run?.data.technicalError ?? run?.data.error?.code}`);
      await pause(20);
    }
  }

  private async advance(id: string, change: Change) {
    const run = await this.store.get(id);
    const advanced = run && (await this.store.advance(run, change));
    if (advanced?.kind !== 'advanced') throw new Error(`${change.event}: ${advanced?.kind}`);
    return advanced.outbox;
  }
}

async function passThrough(product: Product, executor: Service): Promise<Run> {
  const idle = residentBytes(executor);
  let peak = idle;
  const timer = setInterval(() => (peak = Math.max(peak, residentBytes(executor))), 20);
  const start = performance.now();
  const run = await product.execute(SQL);
  const seconds = (performance.now() - start) / 1000;
  clearInterval(timer);
  console.log(
    `  executor: ${fixed(seconds, 1)} s, ${Math.round((run.data.result?.rowCount ?? 0) / seconds)} rows/s; RSS idle ${mega(idle)} MB, peak ${mega(peak)} MB: ${mega(peak - idle)} MB above idle   (aim: ≤ 150)`,
  );
  return run;
}

const mega = (bytes: number): string => fixed(bytes / MEGABYTE, 0);

/** VmRSS, Linux. */
function residentBytes({ process: { pid } }: Service): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) * 1024;
}

async function compareStreams(client: Client, gateway: Service, run: Run, rows: number): Promise<void> {
  const rates: { bare: number[]; csv: number[] } = { bare: [], csv: [] };
  const idle = residentBytes(gateway);
  let peak = idle;
  const timer = setInterval(() => (peak = Math.max(peak, residentBytes(gateway))), 20);
  const lines = await csvLines(gateway, run, true);
  if (lines !== rows + 1) throw new Error(`The CSV has ${lines} lines, not ${rows + 1}`);
  for (let i = 0; i < ROUNDS; i++) {
    rates.bare.push(await perSecond(rows, () => bareCursor(client, rows)));
    rates.csv.push(await perSecond(rows, () => csvLines(gateway, run, false)));
  }
  clearInterval(timer);
  const show = (title: string, values: number[]): void =>
    console.log(
      `  ${title.padEnd(28)} ${fixed(median(values), 0).padStart(9)} rows/s   (${values.map((value) => fixed(value, 0)).join(', ')})`,
    );
  show('bare pg cursor', rates.bare);
  show('CSV over HTTP', rates.csv);
  console.log(
    `  ${'ratio CSV / bare cursor'.padEnd(28)} ${fixed(median(rates.csv.map((rate, i) => rate / (rates.bare[i] ?? Number.NaN)))).padStart(9)}          (aim: ≥ 0.5); gateway RSS ${mega(idle)} MB idle, ${mega(peak)} MB peak; load at the end ${fixed(loadavg()[0] ?? 0, 1)}`,
  );
}

async function perSecond(rows: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return rows / ((performance.now() - start) / 1000);
}

/** The baseline of reading rows in Node: pg's types, rows as arrays. */
async function bareCursor(client: Client, rows: number): Promise<void> {
  const cursor = client.query(new Cursor(SQL, [], { rowMode: 'array' }));
  let read = 0;
  for (let got = BARE_BATCH; got > 0; read += got) got = await batchSize(cursor);
  await cursor.close();
  if (read !== rows) throw new Error(`The cursor read ${read} rows`);
}

const batchSize = (cursor: Cursor): Promise<number> =>
  new Promise((resolve, reject) => {
    cursor.read(BARE_BATCH, (error, batch) => (error ? reject(error) : resolve(batch.length)));
  });

/** Reads the whole stream. Resolves with the number of lines if they are counted. */
function csvLines(gateway: Service, run: Run, count: boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(
      `${gateway.url}/v1/queries/${run.id}/result`,
      { headers: { authorization: 'Bearer demo', accept: 'text/csv' } },
      (response) => {
        let lines = 0;
        response.on('data', (part: Buffer) => {
          if (!count) return;
          for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines += 1;
        });
        response.once('error', reject);
        response.once('end', () =>
          response.statusCode === 200 ? resolve(lines) : reject(new Error(`status ${response.statusCode}`)),
        );
      },
    );
    request.once('error', reject);
  });
}
