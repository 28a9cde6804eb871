/** Keys that contain a node's text position, not its meaning. */
export const POSITION_KEYS: ReadonlySet<string> = new Set([
  'location',
  'stmt_location',
  'stmt_len',
  'list_start',
  'list_end',
  'rexpr_list_start',
  'rexpr_list_end',
]);

/** True if two parse trees mean the same statement, whatever their text positions. */
export function sameTree(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => sameTree(item, b[i]));
  }
  if (!isRecord(a) || !isRecord(b)) return a === b;
  const keys = meaningfulKeys(a);
  return keys.length === meaningfulKeys(b).length && keys.every((key) => key in b && sameTree(a[key], b[key]));
}

function meaningfulKeys(node: Record<string, unknown>): string[] {
  return Object.keys(node).filter((key) => !POSITION_KEYS.has(key));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
