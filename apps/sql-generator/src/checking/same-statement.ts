import { guardStatement, type GuardCatalogue } from '@querent/sql';

/**
 * Whether a statement equals one of others, ignoring layout: compared are the guard's texts, which are generated from
 * the syntax tree.
 */
export async function isOneOf(sql: string, others: readonly string[], catalogue: GuardCatalogue): Promise<boolean> {
  if (others.length === 0) return false;
  const [text, ...texts] = await Promise.all([sql, ...others].map((one) => plainText(one, catalogue)));
  return text !== undefined && texts.includes(text);
}

/** The guard's text of a statement; for a refused statement its own text with normalised spaces. */
async function plainText(sql: string, catalogue: GuardCatalogue): Promise<string> {
  const verdict = await guardStatement(sql, catalogue).catch(() => null);
  return verdict?.ok
    ? verdict.sql
    : sql
        .replace(/\s+/g, ' ')
        .replace(/[\s;]+$/, '')
        .trim();
}
