const MAX_LISTED = 10;

/**
 * Joins many failures into one text: the first ten, and the number of the others. A broken connection causes one
 * failure per key.
 */
export function summarizeFailures(failures: readonly string[]): string {
  return [
    ...failures.slice(0, MAX_LISTED),
    ...(failures.length > MAX_LISTED ? [`and ${failures.length - MAX_LISTED} more`] : []),
  ].join('; ');
}
