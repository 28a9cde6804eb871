/** Temporary statuses other than 429 and 5xx: a slow upload, a lock, a request too early. */
const LATER: ReadonlySet<number> = new Set([408, 409, 425]);

/** Whether a request that was answered with this status may succeed later. */
export const isTemporaryStatus = (status: number): boolean => LATER.has(status) || status === 429 || status >= 500;

/**
 * Delay before the next request that a server asks for, ms: `Retry-After` in seconds or as a date (RFC 9110, 10.2.3),
 * or the milliseconds that some servers send in addition; null if it sends neither.
 */
export function retryAfterOf(headers: Headers, now: number): number | null {
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (Number.isFinite(ms)) return Math.max(0, ms);
  const after = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(after)) return Number(after) * 1_000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
