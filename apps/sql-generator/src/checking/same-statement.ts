import { guardStatement, type GuardCatalogue } from '@querent/sql';

/** Whether a statement is one of others, however it is laid out: the guard's text of it is written from its tree. */
export async function isOneOf(sql: string, others: readonly string[], catalogue: GuardCatalogue): Promise<boolean> {
  if (others.length === 0) return false;
  const [text, ...texts] = await Promise.all([sql, ...others].map((one) => plainText(one, catalogue)));
  return text !== undefined && texts.includes(text);
}

/** What the guard refuses has no tree that anybody vouches for: then the text itself, but for its spaces. */
async function plainText(sql: string, catalogue: GuardCatalogue): Promise<string> {
  const verdict = await guardStatement(sql, catalogue).catch(() => null);
  return verdict?.ok
    ? verdict.sql
    : sql
        .replace(/\s+/g, ' ')
        .replace(/[\s;]+$/, '')
        .trim();
}
