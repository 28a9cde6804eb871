import { parseSync } from 'libpg-query';
import type { Client } from 'pg';

/** Functions with a different result on each call. */
const CHANGING = /\b(random|now|clock_timestamp|current_timestamp|localtimestamp|statement_timestamp)\b/i;

/**
 * Compares the rows and column names of two texts of a statement: in order if the outermost query has an ORDER BY, else
 * as multisets.
 * @returns `same`, `not comparable` if the first one fails or is not deterministic, or the difference
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
