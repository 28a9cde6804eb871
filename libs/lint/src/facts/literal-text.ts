import type { A_Const } from 'libpg-query';

/**
 * The value of a constant: numbers without idle zeros, midnight without its hours, so that equal values have equal
 * texts.
 */
export function literalText(node: A_Const): string {
  if (node.isnull) return 'null';
  if (node.boolval) return String(node.boolval.boolval ?? false);
  if (node.ival) return String(node.ival.ival ?? 0);
  if (node.fval) return plainNumber(node.fval.fval ?? '0');
  return plainValue(node.sval?.sval ?? node.bsval?.bsval ?? '');
}

/** A text constant that holds a number or a date is that number or date, since casts do not count. */
export function plainValue(text: string): string {
  const bare = text.trim();
  if (/^[+-]?\d+\.\d+$/.test(bare)) return plainNumber(bare);
  return text.replace(/^(\d{4}-\d{2}-\d{2})[ T]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/, '$1');
}

/** `1 Days` and `1 day` are one interval. */
export function intervalText(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/([a-z])s\b/g, '$1');
}

function plainNumber(text: string): string {
  return text
    .replace(/^\+/, '')
    .replace(/^(-?\d+)\.0+$/, '$1')
    .replace(/^(-?\d+\.\d*[1-9])0+$/, '$1');
}

/** The members of an array constant `{a,"b c"}`; null for another text. */
export function arrayMembers(text: string): string[] | null {
  const inner = /^\{(.*)\}$/s.exec(text.trim())?.[1];
  if (inner === undefined) return null;
  return [...inner.matchAll(/"((?:[^"\\]|\\.)*)"|([^,"]+)/g)].map((match) =>
    plainValue(match[1]?.replace(/\\(.)/g, '$1') ?? match[2]?.trim() ?? ''),
  );
}
