/** Longest delay of a timer, ms. */
const LONGEST_MS = 2 ** 31 - 1;

/** A time limit over several waits; the time between them does not count. */
export class TimeBudget {
  private readonly timeUp = new Error('The time limit of the caller has passed.');
  private leftMs: number;

  /** @param ms undefined: no limit */
  constructor(ms: number | undefined) {
    this.leftMs = ms ?? Infinity;
  }

  /**
   * Runs `work` with a signal that aborts with the caller's signal, or when the time is up.
   * @throws an error that `isTimeUp` recognises
   */
  async spend<T>(signal: AbortSignal | undefined, work: (limited: AbortSignal | undefined) => Promise<T>): Promise<T> {
    if (this.leftMs === Infinity) return work(signal);
    // AbortSignal.any with AbortSignal.timeout is no alternative: Node 20 garbage-collects such a time-out too early.
    const controller = new AbortController();
    const follow = (): void => controller.abort(signal?.reason);
    if (signal?.aborted) follow();
    signal?.addEventListener('abort', follow);
    const started = performance.now();
    const timer = setTimeout(() => controller.abort(this.timeUp), Math.min(Math.max(0, this.leftMs), LONGEST_MS));
    try {
      return await work(controller.signal);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', follow);
      this.leftMs -= performance.now() - started;
    }
  }

  isTimeUp(error: unknown): boolean {
    return error === this.timeUp;
  }
}
