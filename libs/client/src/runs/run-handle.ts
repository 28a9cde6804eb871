import type { Cell, Clarification, Routes, Run } from '../api-names';
import type { RunEvent } from './run-events';

export interface Asked {
  signal?: AbortSignal | undefined;
}

/** A reply to a clarification: one of its options, or free text. */
export type Answers =
  | { optionId: string; text?: undefined; clarificationId?: string }
  | { text: string; optionId?: undefined; clarificationId?: string };

export interface EventOptions extends Asked {
  /** Id of the last event that the caller has processed. Default: 0, from the start. */
  after?: number | undefined;
  /** Number of consecutive connections without an event after which it gives up. Default: the client's `retries`. */
  reconnects?: number | undefined;
}

export interface ResultOptions extends Asked {
  /**
   * Chooses the reply when the run pauses. Returning undefined leaves the run paused. The time that it takes does not
   * count as `timeout`.
   */
  onClarification?:
    ((clarification: Clarification, run: Run) => Answers | undefined | Promise<Answers | undefined>) | undefined;
  /** Longest wait for the server, ms. Default: until the run ends; the server limits each run. */
  timeout?: number | undefined;
}

export interface RowOptions extends Asked {
  /** Rows per request, at most 1,000 (default). */
  pageSize?: number | undefined;
}

export interface BytesOptions extends Asked {
  /** True: a stream of the bytes instead of all of them. A stream that breaks fails; it is not repeated. */
  stream?: boolean | undefined;
}

export interface CsvOptions extends BytesOptions {
  /** Start with a byte order mark, for Excel. */
  bom?: boolean | undefined;
  /** Leave texts unguarded that a spreadsheet would run as a formula. */
  raw?: boolean | undefined;
}

/** A row by the keys of its columns. */
export type RowObject = Record<string, Cell>;
export type RatingBody = Routes['POST /v1/queries/{id}/feedback']['input']['body'];
type Rating = Routes['POST /v1/queries/{id}/feedback']['output'];

/** A run: a question that the server has accepted. All methods may be called at any time, and again. */
export interface RunHandle {
  readonly id: string;
  /**
   * True if an earlier request with the same idempotency key created the run, which may be this one, repeated because
   * its answer was lost.
   */
  readonly isReplayed: boolean;
  /** The current state of the run. */
  run(options?: Asked): Promise<Run>;
  /**
   * Events from the first one (or after `after`) to the end of the run. After a broken connection it continues with the
   * next event.
   * @throws Unreachable if the server stays away
   */
  events(options?: EventOptions): AsyncGenerator<RunEvent, void, undefined>;
  /**
   * Waits until the run has succeeded.
   * @throws NeedsReply, StillRunning: the run goes on, and the error keeps its handle
   * @throws RunFailed if the run failed, was cancelled or has expired
   */
  result(options?: ResultOptions): Promise<Run>;
  /**
   * Replies to the clarification that the run waits for. A reply that was sent twice because its answer was lost counts
   * once.
   * @throws QuerentError `clarification_not_awaited` if another reply was first, `clarification_unknown`,
   * `option_unknown`
   */
  reply(answer: Answers, options?: Asked): Promise<Run>;
  cancel(options?: Asked): Promise<Run>;
  /** All rows of the result, in pages. */
  rows(options?: RowOptions & { as?: 'objects' }): AsyncGenerator<RowObject, void, undefined>;
  rows(options: RowOptions & { as: 'arrays' }): AsyncGenerator<Cell[], void, undefined>;
  /** The whole result as CSV (RFC 4180). */
  csv(options?: CsvOptions & { stream?: false }): Promise<string>;
  csv(options: CsvOptions & { stream: true }): Promise<ReadableStream<Uint8Array>>;
  /** The whole result as an Arrow IPC stream. */
  arrow(options?: BytesOptions & { stream?: false }): Promise<Uint8Array>;
  arrow(options: BytesOptions & { stream: true }): Promise<ReadableStream<Uint8Array>>;
  /** The chart as an SVG. */
  chart(options?: Asked): Promise<string>;
  /** Rates the answer; a later rating replaces an earlier one. */
  feedback(rating: RatingBody, options?: Asked): Promise<Rating>;
  /** The token with which others of the tenant may read the run: `querent.handle(id, { share: token })`. */
  share(options?: Asked): Promise<string>;
}
