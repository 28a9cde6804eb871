import type { A_Const } from 'libpg-query';

/**
 * The normalised value of a constant: numbers without redundant zeros, midnight without its time, so that equal values
 * have equal texts.
 */
export function literalText(node: A_Const): string {
  if (node.isnull) return 'null';
  if (node.boolval) return String(node.boolval.boolval ?? false);
  if (node.ival) return String(node.ival.ival ?? 0);
  if (node.fval) return plainNumber(node.fval.fval ?? '0');
  return plainValue(node.sval?.sval ?? node.bsval?.bsval ?? '');
}

/** A text constant with a number or a date is that number or date, since casts are ignored. */
export function plainValue(text: string): string {
  const bare = text.trim();
  if (/^[+-]?\d+\.\d+$/.test(bare)) return plainNumber(bare);
  return text.replace(/^(\d{4}-\d{2}-\d{2})[ T]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/, '$1');
}

/** Normalises an interval: `1 Days` equals `1 day`. */
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

/** The members of an array constant `{a,"b c"}`; null for other texts. */
export function arrayMembers(text: string): string[] | null {
  const inner = /^\{(.*)\}$/s.exec(text.trim())?.[1];
  if (inner === undefined) return null;
  return [...inner.matchAll(/"((?:[^"\\]|\\.)*)"|([^,"]+)/g)].map((match) =>
    plainValue(match[1]?.replace(/\\(.)/g, '$1') ?? match[2]?.trim() ?? ''),
  );
}
