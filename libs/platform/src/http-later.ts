/** Statuses that say "later" without a word of too many requests: a slow upload, a lock, a request too early. */
const LATER: ReadonlySet<number> = new Set([408, 409, 425]);

/** Whether a server that answers with this status may answer otherwise later. */
export const mayGoBetterLater = (status: number): boolean => LATER.has(status) || status === 429 || status >= 500;

/**
 * How long a server wants to be left alone, ms: `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), or the
 * milliseconds that some servers send beside it; null where it does not say.
 */
export function retryAfterOf(headers: Headers, now: number): number | null {
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (Number.isFinite(ms)) return Math.max(0, ms);
  const after = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(after)) return Number(after) * 1_000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
