/** Longest wait that is granted, seconds. */
export const longestWait = 30;

/** Seconds of `Prefer: wait=N` (RFC 7240), at most 30; null if the preference is absent or invalid. */
export function preferredWait(header: string | string[] | undefined): number | null {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?\s*(?:$|[,;])/i.exec(text)?.[1];
  return seconds === undefined ? null : Math.min(Number(seconds), longestWait);
}
