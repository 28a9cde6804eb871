import type { Run, RunStatus } from '@querent/contracts';
import type { RedisClient } from '@querent/platform';
import { NewerRunError } from './run-codec';
import type { RunStore } from './run-store';
import { listedMs } from './saga-settings';

export interface RunListQuery {
  tenant: string;
  /** Only this key's runs; absent: the tenant's. */
  keyName?: string;
  status?: RunStatus;
  conversationId?: string;
  limit: number;
  /** As returned: the creation time and id after which to go on. */
  cursor?: string;
}

const BATCH = 100;
/** A filtered list looks at this many runs at most a page, then hands out a cursor to go on from. */
const MAX_SCANNED = 2_000;

/** Runs, newest first, of a key or a tenant; those that only a newer version can read are left out. Throws CursorError on a cursor that is not ours. */
export async function listRuns(redis: RedisClient, store: RunStore, query: RunListQuery): Promise<{ runs: Run[]; nextCursor: string | null }> {
  const lists = store.keys.allLists(query.tenant, query.keyName);
  const expired = Date.now() - listedMs(store.settings);
  await Promise.all(lists.map((list) => redis.zremrangebyscore(list, '-inf', expired)));
  const runs: Run[] = [];
  let position = query.cursor === undefined ? null : decodeCursor(query.cursor);
  for (let scanned = 0; scanned < MAX_SCANNED; scanned += BATCH) {
    const entries = await entriesAfter(redis, lists, position);
    const found = await Promise.all(entries.map(({ id }) => store.get(id).catch(unlessNewer)));
    for (const [i, run] of found.entries()) {
      position = entries[i] ?? position;
      if (run === null || !matches(run, query)) continue;
      runs.push(run);
      if (runs.length === query.limit) return { runs, nextCursor: position === null ? null : encodeCursor(position) };
    }
    if (entries.length < BATCH) return { runs, nextCursor: null };
  }
  return { runs, nextCursor: position === null ? null : encodeCursor(position) };
}

/** How many runs a tenant's keys have made since a time (ms since 1970). */
export async function countRuns(redis: RedisClient, store: RunStore, tenant: string, since: number): Promise<number> {
  const counts = await Promise.all(store.keys.allLists(tenant).map((list) => redis.zcount(list, since, '+inf')));
  return counts.reduce((sum, count) => sum + count, 0);
}

function unlessNewer(error: unknown): null {
  if (error instanceof NewerRunError) return null;
  throw error;
}

export class CursorError extends Error {
  constructor() {
    super('The cursor is not one that this service gave out');
    this.name = 'CursorError';
  }
}

interface Position {
  score: number;
  id: string;
}

const encodeCursor = ({ score, id }: Position): string => Buffer.from(`${score}:${id}`).toString('base64url');

function decodeCursor(cursor: string): Position {
  const match = /^(\d{1,15}):(\w{8,64})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (match === null) throw new CursorError();
  return { score: Number(match[1]), id: String(match[2]) };
}

/** The next entries of all lists by (score, id), both descending. */
async function entriesAfter(redis: RedisClient, lists: string[], position: Position | null): Promise<Position[]> {
  const parts = await Promise.all(lists.map((list) => listAfter(redis, list, position)));
  return parts.flat().sort(newestFirst).slice(0, BATCH);
}

/** The next entries of one list. More than a batch of one millisecond would be cut short: a partition makes far fewer. */
async function listAfter(redis: RedisClient, list: string, position: Position | null): Promise<Position[]> {
  const flat = await redis.zrevrangebyscore(list, position === null ? '+inf' : position.score, '-inf', 'WITHSCORES', 'LIMIT', 0, 2 * BATCH);
  const entries: Position[] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) entries.push({ id: String(flat[i]), score: Number(flat[i + 1]) });
  return position === null ? entries : entries.filter((entry) => newestFirst(position, entry) < 0);
}

function newestFirst(a: Position, b: Position): number {
  if (a.score !== b.score) return b.score - a.score;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

function matches(run: Run, query: RunListQuery): boolean {
  if (query.status !== undefined && run.status !== query.status) return false;
  return query.conversationId === undefined || run.request.conversationId === query.conversationId;
}
