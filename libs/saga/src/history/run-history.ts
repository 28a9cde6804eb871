import type { Run, RunStatus } from '@querent/contracts';
import type { Position } from '../runs/merged-lists';
import type { RunHash } from '../runs/run-codec';

/** A finished run as its hash and its events, without references to other keys except the pages of its result. */
export interface StoredRun {
  hash: RunHash;
  /** `<seq> <kind> <JSON>`, oldest first. */
  events: string[];
}

/** A page of a result, compressed; `page` is -1 for the index of pages. */
export interface StoredPage {
  /** The run that computed the result. */
  run: string;
  blob: string;
  page: number;
  content: Buffer;
}

/** A run on its way to the history. */
export interface MovingRun extends StoredRun {
  id: string;
  /** Its score in the lists of runs, ms since 1970. */
  listedAt: number;
  /** Its result; null if it has none. */
  result: Pick<StoredPage, 'run' | 'blob'> | null;
  /** Pages of the result. None if the run that computed it has moved already: the history then has them. */
  pages: StoredPage[];
}

/** The run through which a result is read. A history keeps a copy of the pages for each tenant and day of readers. */
export type ResultReader = Pick<Run, 'tenant' | 'createdAt'>;

export interface HistoryQuery {
  tenant: string;
  keyName?: string;
  /** Only runs in one of these states; absent: in any. */
  statuses?: readonly RunStatus[];
  /** Only runs with a clarification that never got an answer. */
  isUnanswered?: boolean;
  conversationId?: string;
}

/**
 * Finished runs that have left Redis. Redis is always read first: a run is stored here before it is removed there. All
 * methods reject with HistoryAwayError if the history is unavailable.
 */
export interface RunHistory {
  /** Time that a finished, unused run stays in Redis, ms. A later run is here only if it moved early. */
  readonly afterMs: number;
  get(id: string): Promise<StoredRun | null>;
  /** By id; without the runs that are missing. */
  getAll(ids: readonly string[]): Promise<Map<string, StoredRun>>;
  /** The next matching runs after a position, newest first. */
  entries(query: HistoryQuery, after: Position | null, most: number): Promise<{ entries: Position[]; isEnd: boolean }>;
  /** Number of a tenant's runs that were listed since a time, ms since 1970. */
  count(tenant: string, since: number): Promise<number>;
  page(reader: ResultReader, at: Omit<StoredPage, 'content'>): Promise<Buffer | null>;
}

/** Where moved runs are stored. */
export interface HistoryWriter {
  readonly afterMs: number;
  /**
   * Stores the runs that `read` returns, in one transaction. `read` is called within the transaction, after which
   * erasures wait for its end. A run that is stored already is replaced if its version is not newer.
   */
  store<T extends MovingRun>(read: () => Promise<T[]>): Promise<T[]>;
}

/** The history cannot be read or written at the moment. */
export class HistoryAwayError extends Error {
  constructor(options?: ErrorOptions) {
    super('The history of runs is unavailable', options);
    this.name = 'HistoryAwayError';
  }
}
