import { ProblemError } from '../problems/problem-error';

/** When a client that was refused a stream may try again, in seconds; polling and webhooks tell the same meanwhile. */
const RETRY_AFTER_S = 5;

/**
 * The event streams that each tenant has open at this gateway. Every stream holds a connection for as long as its run waits: without a
 * bound, one tenant could take all that the process may open.
 */
export class OpenStreams {
  private readonly open = new Map<string, number>();

  /** @param most streams of one tenant at once */
  constructor(private readonly most: number) {}

  /**
   * Counts one more.
   * @returns to be called when the stream has ended
   * @throws ProblemError `too_many_requests` with Retry-After, where the tenant has as many as it may
   */
  enter(tenant: string): () => void {
    const count = this.open.get(tenant) ?? 0;
    if (count >= this.most) throw new ProblemError('too_many_requests', { headers: { 'retry-after': String(RETRY_AFTER_S) } });
    this.open.set(tenant, count + 1);
    return () => this.leave(tenant);
  }

  private leave(tenant: string): void {
    const left = (this.open.get(tenant) ?? 0) - 1;
    if (left > 0) this.open.set(tenant, left);
    else this.open.delete(tenant);
  }
}
