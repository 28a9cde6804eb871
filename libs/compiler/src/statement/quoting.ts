/** A double-quoted identifier, which may have CJK characters, spaces, capitals and quotes. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('\u0000', '').replaceAll('"', '""')}"`;

/**
 * A string literal for constants of the model file, such as patterns and time zones. They must be in the statement,
 * because PostgreSQL compares expressions in SELECT and GROUP BY. Values from a question are always bound instead.
 */
export function quoteLiteral(value: string): string {
  const doubled = value.replaceAll('\u0000', '').replaceAll("'", "''");
  return doubled.includes('\\') ? `E'${doubled.replaceAll('\\', '\\\\')}'` : `'${doubled}'`;
}
