/** A double-quoted identifier: CJK, spaces, capitals and quotes survive. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('\u0000', '').replaceAll('"', '""')}"`;

/**
 * A string literal for constants that come from the model file (patterns, time zones), which must
 * stand in the text so that PostgreSQL sees the same expression in SELECT and GROUP BY. Values from a
 * question are never written this way: they are bound.
 */
export function quoteLiteral(value: string): string {
  const doubled = value.replaceAll('\u0000', '').replaceAll("'", "''");
  return doubled.includes('\\') ? `E'${doubled.replaceAll('\\', '\\\\')}'` : `'${doubled}'`;
}
