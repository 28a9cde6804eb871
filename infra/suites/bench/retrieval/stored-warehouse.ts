import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SnapshotStore } from '@querent/catalog';
import type { SchemaSnapshot } from '@querent/contracts';
import { createRedis, waitForRedis, type RedisClient } from '@querent/platform';
import { z } from 'zod';
import { askedOf, manyTables } from './many-tables';

/** The connection of the made warehouse. */
export const WAREHOUSE = 'many';

const SEED = 7;
const QUESTIONS = 250;
const ASKED_KEY = 'bench:asked';

const askedSchema = z.array(z.object({ question: z.string(), table: z.string() }));
export type Asked = z.infer<typeof askedSchema>[number];

/**
 * Puts the warehouse's snapshot where the executor puts it, and questions about it beside; `changed`: one table has
 * another comment.
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

/** The same in a process of its own: what it takes is not the worker's. */
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
