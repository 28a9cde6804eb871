import { ProblemError } from '../../problems/problem-error';

const MINUTE_MS = 60_000;
/** Wrong keys from one address within a minute. */
const MOST_WRONG = 60;
/** Limit of counted addresses. At the limit all are dropped. */
const ADDRESSES = 10_000;

/** Refuses to sign in from an address that sent too many wrong keys. Each gateway counts by itself. */
export class SignInLimit {
  private readonly wrong = new Map<string, { since: number; count: number }>();

  /**
   * @throws ProblemError `too_many_requests` with Retry-After
   * @param now ms, by any clock
   */
  demand(address: string, now = performance.now()): void {
    const counted = this.wrong.get(address);
    if (counted === undefined || now - counted.since >= MINUTE_MS || counted.count < MOST_WRONG) return;
    const leftS = Math.ceil((counted.since + MINUTE_MS - now) / 1_000);
    throw new ProblemError('too_many_requests', { headers: { 'retry-after': String(leftS) } });
  }

  /** Counts a wrong key. */
  count(address: string, now = performance.now()): void {
    const counted = this.wrong.get(address);
    if (counted !== undefined && now - counted.since < MINUTE_MS) {
      counted.count += 1;
      return;
    }
    if (this.wrong.size >= ADDRESSES) this.wrong.clear();
    this.wrong.set(address, { since: now, count: 1 });
  }
}
