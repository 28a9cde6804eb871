import type { Run, RunStatus } from '@querent/contracts';
import type { RedisClient } from '@querent/platform';
import { NewerRunError } from './run-codec';
import { entriesAfter, type Position } from './merged-lists';
import type { RunStore } from './run-store';
import { auxiliaryTtlMs } from '../saga-settings';

export interface RunListQuery {
  tenant: string;
  /** Limits the list to this key's runs; absent: all of the tenant's. */
  keyName?: string;
  status?: RunStatus;
  conversationId?: string;
  limit: number;
  /** A returned cursor: the creation time and id after which to continue. */
  cursor?: string;
}

/** Whole runs read per batch. */
const BATCH = 100;
/** Runs per batch when only the state is read first; matching runs are then read whole. */
const STATES = 1_000;
/** Maximum entries that a filtered page scans before it returns a cursor. */
const MAX_SCANNED = 2_000;
const MAX_STATES_SCANNED = 20_000;

/**
 * Runs of a key or a tenant, newest first, without those that only a newer version can read. Throws CursorError for an
 * invalid cursor.
 */
export async function listRuns(
  redis: RedisClient,
  store: RunStore,
  query: RunListQuery,
): Promise<{ runs: Run[]; nextCursor: string | null }> {
  const lists = store.keys.allLists(query.tenant, query.keyName);
  const expired = (await store.now()) - auxiliaryTtlMs(store.settings);
  await Promise.all(lists.map((list) => redis.zremrangebyscore(list, '-inf', expired)));
  const runs: Run[] = [];
  let position = query.cursor === undefined ? null : decodeCursor(query.cursor);
  const [batch, most] = scanOf(query);
  for (let scanned = 0; scanned < most; scanned += batch) {
    const { entries, isEnd } = await entriesAfter(redis, lists, position, batch);
    for await (const { at, run } of wanted(store, entries, query)) {
      position = at;
      if (run === null || !matches(run, query)) continue;
      runs.push(run);
      if (runs.length === query.limit) return { runs, nextCursor: encodeCursor(at) };
    }
    position = entries.at(-1) ?? position;
    if (isEnd) return { runs, nextCursor: null };
  }
  return { runs, nextCursor: position === null ? null : encodeCursor(position) };
}

/**
 * Entries per batch and per page. If the state alone filters, entries are cheap to check, and only matching runs are
 * read whole.
 */
function scanOf({ status, conversationId, limit }: RunListQuery): [batch: number, most: number] {
  if (conversationId !== undefined) return [BATCH, MAX_SCANNED];
  return status === undefined ? [Math.min(BATCH, limit), MAX_SCANNED] : [STATES, MAX_STATES_SCANNED];
}

/** The runs of the entries that match the wanted state, one batch at a time. */
async function* wanted(
  store: RunStore,
  entries: readonly Position[],
  { status }: RunListQuery,
): AsyncGenerator<{ at: Position; run: Run | null }> {
  const states = status === undefined ? null : await Promise.all(entries.map(({ id }) => store.statusOf(id)));
  const left = states === null ? entries : entries.filter((_, at) => states[at] === status);
  for (let from = 0; from < left.length; from += BATCH) {
    const some = left.slice(from, from + BATCH);
    const runs = await Promise.all(some.map(({ id }) => store.get(id).catch(unlessNewer)));
    for (const [index, at] of some.entries()) yield { at, run: runs[index] ?? null };
  }
}

/** Number of runs that a tenant's keys have created since a time (ms since 1970). */
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
    super('The cursor is not one that this service issued');
    this.name = 'CursorError';
  }
}

const encodeCursor = ({ score, id }: Position): string => Buffer.from(`${score}:${id}`).toString('base64url');

function decodeCursor(cursor: string): Position {
  const match = /^(\d{1,15}):(\w{8,64})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (match === null) throw new CursorError();
  return { score: Number(match[1]), id: String(match[2]) };
}

function matches(run: Run, query: RunListQuery): boolean {
  if (query.status !== undefined && run.status !== query.status) return false;
  return query.conversationId === undefined || run.request.conversationId === query.conversationId;
}
