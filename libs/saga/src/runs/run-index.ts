import { runStatuses, unansweredClarification, type ErrorCode, type Run, type RunStatus } from '@querent/contracts';
import type { RedisClient } from '@querent/platform';
import { newestEarly } from '../history/early-moves';
import { HistoryAwayError, type HistoryQuery } from '../history/run-history';
import { NewerRunError } from './run-codec';
import { entriesAfter, newestFirst, type Position } from './merged-lists';
import type { RunStore } from './run-store';
import { auxiliaryTtlMs } from '../saga-settings';

export interface RunListQuery {
  tenant: string;
  /** Limits the list to this key's runs; absent: all of the tenant's. */
  keyName?: string;
  status?: RunStatus;
  /** Only runs that ended with one of these errors. */
  codes?: readonly ErrorCode[];
  /** Only finished runs with a clarification that never got an answer. */
  isUnanswered?: boolean;
  conversationId?: string;
  connection?: string;
  limit: number;
  /** A returned cursor: the creation time and id after which to continue. */
  cursor?: string;
}

/** Whole runs read per batch. */
const BATCH = 100;
/** Runs per batch when the state is read first; runs that may match are then read whole. */
const STATES = 1_000;
/** Maximum runs that a filtered page reads whole before it returns a cursor. */
const MAX_READ = 2_000;
/** Maximum entries that it scans, by their state. */
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
  const possible = possibleStates(query);
  const [batch, most] = scanOf(query, possible);
  let read = 0;
  try {
    for (let scanned = 0; scanned < most; scanned += batch) {
      const { entries, isEnd } = await nextEntries({ redis, store, lists, query, possible }, position, batch);
      for await (const { at, run } of wanted(store, entries, possible)) {
        position = at;
        if (run !== null && matches(run, query)) runs.push(run);
        read += 1;
        if (runs.length === query.limit || read === MAX_READ) return { runs, nextCursor: encodeCursor(at) };
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
  possible: PossibleStates | null;
}

/** The next entries of Redis and of the history, merged. */
async function nextEntries(
  { redis, store, lists, query, possible }: Sources,
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
  const { tenant, keyName, conversationId } = query;
  const moved = await history.entries({ tenant, keyName, conversationId, ...possible }, position, most);
  const horizons = [stored, moved].flatMap(({ entries, isEnd }) => (isEnd ? [] : entries.slice(-1)));
  const [horizon] = horizons.sort(newestFirst);
  const byId = new Map([...stored.entries, ...moved.entries].map((entry) => [entry.id, entry]));
  const entries = [...byId.values()]
    .filter((entry) => horizon === undefined || newestFirst(entry, horizon) <= 0)
    .sort(newestFirst);
  return { entries: entries.slice(0, most), isEnd: horizon === undefined && entries.length <= most };
}

/** What the state alone shows of runs that match. */
type PossibleStates = Pick<HistoryQuery, 'statuses' | 'isUnanswered'>;

/** Null: every state is possible. */
function possibleStates({ status, codes, isUnanswered = false }: RunListQuery): PossibleStates | null {
  if (status === undefined && codes === undefined && !isUnanswered) return null;
  const withErrors: readonly RunStatus[] = ['failed', 'expired'];
  const statuses = (codes === undefined ? runStatuses : withErrors).filter(
    (one) => status === undefined || one === status,
  );
  return { statuses, isUnanswered };
}

/** Entries per batch and per page. If the state filters, most entries are cheap to check. */
function scanOf(
  { conversationId, connection, limit }: RunListQuery,
  possible: PossibleStates | null,
): [batch: number, most: number] {
  if (conversationId !== undefined || connection !== undefined) return [BATCH, MAX_READ];
  return possible === null ? [Math.min(BATCH, limit), MAX_READ] : [STATES, MAX_STATES_SCANNED];
}

/** The runs of the entries whose state is possible, one batch at a time. */
async function* wanted(
  store: RunStore,
  entries: readonly Position[],
  possible: PossibleStates | null,
): AsyncGenerator<{ at: Position; run: Run | null }> {
  const states = possible === null ? null : await Promise.all(entries.map(({ id }) => store.listedStateOf(id)));
  const isWanted = (at: number): boolean => {
    if (states === null || possible === null) return true;
    const state = states[at] ?? null;
    // A run without a state in Redis may be in the history.
    if (state === null) return store.history !== undefined;
    return possible.statuses?.includes(state.status) === true && (!possible.isUnanswered || state.isUnanswered);
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
  if (query.codes !== undefined && (run.data.error === null || !query.codes.includes(run.data.error.code)))
    return false;
  if (query.isUnanswered === true && unansweredClarification(run) === null) return false;
  if (query.connection !== undefined && run.request.connection !== query.connection) return false;
  return query.conversationId === undefined || run.request.conversationId === query.conversationId;
}
