import { ProblemError } from '../problems/problem-error';

/** Retry-After of a refused stream, in seconds. */
const RETRY_AFTER_S = 5;

/**
 * Limits the open event streams of each tenant at this gateway. A stream holds a connection until its run ends: without
 * a limit, one tenant could use all connections of the process.
 */
export class OpenStreams {
  private readonly open = new Map<string, number>();

  /**
   * @param most concurrent streams of one tenant
   */
  constructor(private readonly most: number) {}

  /**
   * Counts a stream.
   * @returns function to call when the stream has ended
   * @throws ProblemError `too_many_requests` with Retry-After, if the tenant is at its limit
   */
  enter(tenant: string): () => void {
    const count = this.open.get(tenant) ?? 0;
    if (count >= this.most)
      throw new ProblemError('too_many_requests', { headers: { 'retry-after': String(RETRY_AFTER_S) } });
    this.open.set(tenant, count + 1);
    return () => this.leave(tenant);
  }

  private leave(tenant: string): void {
    const left = (this.open.get(tenant) ?? 0) - 1;
    if (left > 0) this.open.set(tenant, left);
    else this.open.delete(tenant);
  }
}
