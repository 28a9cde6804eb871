import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { Client, Pool } from 'pg';
import Cursor from 'pg-cursor';
import { firstLine, startModule } from '../run-module';

const cursorOver = (text: string, values: unknown[]): Cursor => new Cursor(text, values, { rowMode: 'array' });
const read = (cursor: Cursor, count: number): Promise<unknown[][]> =>
  new Promise((resolve, reject) => cursor.read(count, (error, rows) => (error ? reject(error) : resolve(rows))));

describe('The embedded PostgreSQL behind its socket', () => {
  let embedded: ChildProcessWithoutNullStreams;
  let connectionString: string;

  beforeAll(async () => {
    embedded = startModule(`
      import { PGlite } from '@electric-sql/pglite';
      import { servePglite } from './servers/pglite-server.mjs';
      const server = await servePglite(await PGlite.create(), 0);
      process.stdin.resume().on('close', () => process.exit());
      console.log(server.address().port);`);
    connectionString = `postgres://postgres@127.0.0.1:${await firstLine<number>(embedded)}/postgres`;
  });
  afterAll(() => embedded.kill());

  const withPools = async (work: (pools: Pool[]) => Promise<void>): Promise<void> => {
    const pools = Array.from({ length: 4 }, () => new Pool({ connectionString, max: 3 }));
    try {
      await work(pools);
    } finally {
      await Promise.all(pools.map((pool) => pool.end()));
    }
  };

  it('returns the right results to each of many clients with concurrent statements, transactions and errors', async () => {
    await withPools(async (pools) => {
      const askFrom = async (pool: Pool, n: number): Promise<void> => {
        expect((await pool.query('SELECT $1::int AS n', [n])).rows).toEqual([{ n }]);
        await expect(pool.query('SELECT nothing_like_this')).rejects.toMatchObject({ code: '42703' });
        const client = await pool.connect();
        await client.query('BEGIN READ ONLY');
        const cursor = client.query(cursorOver('SELECT g + $1::int FROM generate_series(1, 100) g', [n]));
        expect(await read(cursor, 2)).toEqual([[n + 1], [n + 2]]);
        await cursor.close();
        await client.query('COMMIT');
        client.release();
      };
      await Promise.all(Array.from({ length: 40 }, (_, n) => askFrom(pools[n % 4] as Pool, n)));
    });
  });

  it.each([
    ['in a transaction', async (client: Client) => void (await client.query('BEGIN'))],
    [
      'in a failed transaction',
      async (client: Client) => {
        await client.query('BEGIN');
        await client.query('SELECT nothing_like_this').catch(() => undefined);
      },
    ],
    [
      'while its statement runs',
      async (client: Client) => {
        client.query('SELECT count(*) FROM generate_series(1, 300000)').catch(() => undefined);
      },
    ],
    [
      'between the parts of an exchange',
      async (client: Client) => {
        await read(client.query(cursorOver('SELECT generate_series(1, 100)', [])), 1);
      },
    ],
  ])('serves the other clients after one disconnects %s', async (_, prepare) => {
    const lost = new Client({ connectionString });
    lost.on('error', () => undefined);
    await lost.connect();
    await prepare(lost);
    (lost as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    await withPools(async ([pool]) => {
      expect((await pool?.query('SELECT pg_current_xact_id_if_assigned() AS open'))?.rows).toEqual([{ open: null }]);
    });
  });
});
