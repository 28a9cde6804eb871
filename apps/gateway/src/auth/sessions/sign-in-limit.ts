import { ProblemError } from '../../problems/problem-error';

const MINUTE_MS = 60_000;
/** Limit of counted addresses. At the limit all are dropped. */
const ADDRESSES = 10_000;

/** Refuses to sign in from an address with too many counted requests. Each gateway counts by itself. */
export class SignInLimit {
  private readonly counts = new Map<string, { since: number; count: number }>();

  /** @param most counted requests from one address within a minute */
  constructor(private readonly most: number) {}

  /**
   * @throws ProblemError `too_many_requests` with Retry-After
   * @param now ms, by any clock
   */
  demand(address: string, now = performance.now()): void {
    const counted = this.counts.get(address);
    if (counted === undefined || now - counted.since >= MINUTE_MS || counted.count < this.most) return;
    const leftS = Math.ceil((counted.since + MINUTE_MS - now) / 1_000);
    throw new ProblemError('too_many_requests', { headers: { 'retry-after': String(leftS) } });
  }

  /** Counts a request, such as one with a wrong key. */
  count(address: string, now = performance.now()): void {
    const counted = this.counts.get(address);
    if (counted !== undefined && now - counted.since < MINUTE_MS) {
      counted.count += 1;
      return;
    }
    if (this.counts.size >= ADDRESSES) this.counts.clear();
    this.counts.set(address, { since: now, count: 1 });
  }
}
