import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SnapshotStore } from '@querent/catalog';
import type { SchemaSnapshot } from '@querent/contracts';
import { createRedis, waitForRedis, type RedisClient } from '@querent/platform';
import { z } from 'zod';
import { askedOf, manyTables } from './many-tables';

/** Name of the warehouse's connection. */
export const WAREHOUSE = 'many';

const SEED = 7;
const QUESTIONS = 250;
const ASKED_KEY = 'bench:asked';

const askedSchema = z.array(z.object({ question: z.string(), table: z.string() }));
export type Asked = z.infer<typeof askedSchema>[number];

/**
 * Stores the warehouse's snapshot in Redis as the executor does, and questions about it.
 * @param changed whether one table has another comment
 */
export async function storeWarehouse(redisUrl: string, tables: number, changed: boolean): Promise<void> {
  const redis = createRedis(redisUrl, 'command');
  await waitForRedis(redis, 5_000);
  const snapshot = manyTables(tables, SEED);
  await redis.set(
    ASKED_KEY,
    JSON.stringify(Array.from({ length: QUESTIONS }, (_, at) => askedOf(snapshot, SEED + at))),
  );
  await new SnapshotStore(redis, 'bench').put(WAREHOUSE, changed ? withOneChanged(snapshot) : snapshot);
  redis.disconnect();
}

/** Does so in a separate process, so that its memory does not count for the worker. */
export async function storeWarehouseApart({ tables, changed }: { tables: number; changed: boolean }): Promise<void> {
  const child = spawn(process.execPath, process.argv.slice(1), {
    env: { ...process.env, BENCH: 'warehouse', BENCH_TABLES: String(tables), BENCH_CHANGED: changed ? 'true' : '' },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The warehouse was not stored: ${code}`);
}

export async function askedOfWarehouse(redis: RedisClient): Promise<Asked[]> {
  return askedSchema.parse(JSON.parse((await redis.get(ASKED_KEY)) ?? '[]'));
}

function withOneChanged(snapshot: SchemaSnapshot): SchemaSnapshot {
  return {
    ...snapshot,
    fingerprint: 'changed',
    tables: snapshot.tables.map((table, at) => (at === 1 ? { ...table, comment: 'quite another meaning' } : table)),
  };
}
