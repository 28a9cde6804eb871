/** The longest wait that a client may ask for, seconds. */
export const longestWait = 30;

/**
 * The seconds that `Prefer: wait=N` asks for (RFC 7240), at most 30; null where it does not ask or asks for nonsense.
 */
export function preferredWait(header: string | string[] | undefined): number | null {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?\s*(?:$|[,;])/i.exec(text)?.[1];
  return seconds === undefined ? null : Math.min(Number(seconds), longestWait);
}
