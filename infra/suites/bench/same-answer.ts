import { parseSync } from 'libpg-query';
import type { Client } from 'pg';

/** Functions whose answer is another one each time. */
const CHANGING = /\b(random|now|clock_timestamp|current_timestamp|localtimestamp|statement_timestamp)\b/i;

/**
 * Do two texts of a statement give the same rows? In the same order where the outermost query has an ORDER BY, else as
 * a multiset; column names count too.
 * @returns `same`, `not comparable` where the first one fails or changes by itself, or what differs
 */
export async function sameAnswer(client: Client, original: string, ours: string): Promise<string> {
  const expected = await rowsOf(client, original);
  const got = await rowsOf(client, ours);
  if (expected.failure !== null)
    return got.failure === expected.failure
      ? 'not comparable'
      : `fails ${expected.failure}, ours ${got.failure ?? 'runs'}`;
  if (got.failure !== null) return `ours fails ${got.failure}`;
  if (CHANGING.test(original)) return 'not comparable';
  const order = isOrdered(original) ? (rows: string[]) => rows : (rows: string[]) => [...rows].sort();
  if (JSON.stringify(expected.names) !== JSON.stringify(got.names)) return 'other column names';
  if (JSON.stringify(order(expected.rows)) === JSON.stringify(order(got.rows))) return 'same';
  return JSON.stringify([...expected.rows].sort()) === JSON.stringify([...got.rows].sort())
    ? 'other order'
    : 'other rows';
}

async function rowsOf(
  client: Client,
  text: string,
): Promise<{ names: string[]; rows: string[]; failure: string | null }> {
  try {
    const { fields, rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
    return { names: fields.map(({ name }) => name), rows: rows.map((row) => JSON.stringify(row)), failure: null };
  } catch (error) {
    return { names: [], rows: [], failure: String((error as { code?: unknown }).code) };
  }
}

function isOrdered(sql: string): boolean {
  const statement = parseSync(sql).stmts?.[0]?.stmt;
  return statement !== undefined && 'SelectStmt' in statement && statement.SelectStmt.sortClause !== undefined;
}
