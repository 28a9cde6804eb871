import type { Run, RunStatus } from '@querent/contracts';
import type { RedisClient } from '@querent/platform';
import { newestEarly } from '../history/early-moves';
import { HistoryAwayError } from '../history/run-history';
import { NewerRunError } from './run-codec';
import { entriesAfter, newestFirst, type Position } from './merged-lists';
import type { RunStore } from './run-store';
import { auxiliaryTtlMs } from '../saga-settings';

export interface RunListQuery {
  tenant: string;
  /** Limits the list to this key's runs; absent: all of the tenant's. */
  keyName?: string;
  status?: RunStatus;
  conversationId?: string;
  connection?: string;
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
 * Runs of a key or a tenant, newest first, without those that only a newer version can read; of Redis and of the
 * history. Throws CursorError for an invalid cursor, and HistoryAwayError if the page begins in a history that is
 * unavailable: a page that begins before ends there.
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
  try {
    for (let scanned = 0; scanned < most; scanned += batch) {
      const { entries, isEnd } = await nextEntries({ redis, store, lists, query }, position, batch);
      for await (const { at, run } of wanted(store, entries, query)) {
        position = at;
        if (run === null || !matches(run, query)) continue;
        runs.push(run);
        if (runs.length === query.limit) return { runs, nextCursor: encodeCursor(at) };
      }
      position = entries.at(-1) ?? position;
      if (isEnd) return { runs, nextCursor: null };
    }
  } catch (error) {
    if (!(error instanceof HistoryAwayError) || runs.length === 0) throw error;
  }
  return { runs, nextCursor: position === null ? null : encodeCursor(position) };
}

interface Sources {
  redis: RedisClient;
  store: RunStore;
  /** The lists in Redis. */
  lists: readonly string[];
  query: RunListQuery;
}

/** The next entries of Redis and of the history, merged. */
async function nextEntries(
  { redis, store, lists, query }: Sources,
  position: Position | null,
  most: number,
): Promise<{ entries: Position[]; isEnd: boolean }> {
  // Read before the history: a run is stored there before it leaves Redis.
  const stored = await entriesAfter(redis, lists, position, most);
  const { history } = store;
  if (history === undefined) return stored;
  // The runs listed since then are all in Redis.
  const early = await newestEarly(redis, store.keys, query.tenant);
  const oldestRecent = Math.max(early, (await store.now()) - history.afterMs);
  const recent = stored.entries.filter(({ score }) => score > oldestRecent);
  if (recent.length > 0) return { entries: recent, isEnd: false };
  const moved = await history.entries(query, position, most);
  const horizons = [stored, moved].flatMap(({ entries, isEnd }) => (isEnd ? [] : entries.slice(-1)));
  const [horizon] = horizons.sort(newestFirst);
  const byId = new Map([...stored.entries, ...moved.entries].map((entry) => [entry.id, entry]));
  const entries = [...byId.values()]
    .filter((entry) => horizon === undefined || newestFirst(entry, horizon) <= 0)
    .sort(newestFirst);
  return { entries: entries.slice(0, most), isEnd: horizon === undefined && entries.length <= most };
}

/**
 * Entries per batch and per page. If the state alone filters, entries are cheap to check, and only matching runs are
 * read whole.
 */
function scanOf({ status, conversationId, connection, limit }: RunListQuery): [batch: number, most: number] {
  if (conversationId !== undefined || connection !== undefined) return [BATCH, MAX_SCANNED];
  return status === undefined ? [Math.min(BATCH, limit), MAX_SCANNED] : [STATES, MAX_STATES_SCANNED];
}

/** The runs of the entries that match the wanted state, one batch at a time. */
async function* wanted(
  store: RunStore,
  entries: readonly Position[],
  { status }: RunListQuery,
): AsyncGenerator<{ at: Position; run: Run | null }> {
  const states = status === undefined ? null : await Promise.all(entries.map(({ id }) => store.statusOf(id)));
  // A run without a state in Redis may be in the history.
  const isWanted = (at: number): boolean => {
    const state = states?.[at] ?? null;
    return states === null || state === status || (state === null && store.history !== undefined);
  };
  const left = entries.filter((_, at) => isWanted(at));
  for (let from = 0; from < left.length; from += BATCH) {
    const some = left.slice(from, from + BATCH);
    const runs = await store.getAll(some.map(({ id }) => id));
    for (const [index, at] of some.entries()) {
      const run = runs[index];
      yield { at, run: run instanceof NewerRunError || run === undefined ? null : run };
    }
  }
}

/** Number of runs that a tenant's keys have created since a time (ms since 1970). */
export async function countRuns(redis: RedisClient, store: RunStore, tenant: string, since: number): Promise<number> {
  const counts = await Promise.all(store.keys.allLists(tenant).map((list) => redis.zcount(list, since, '+inf')));
  const moved = await store.history?.count(tenant, since);
  return counts.reduce((sum, count) => sum + count, moved ?? 0);
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
  if (query.connection !== undefined && run.request.connection !== query.connection) return false;
  return query.conversationId === undefined || run.request.conversationId === query.conversationId;
}
