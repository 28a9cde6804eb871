import { MAX_EXPLORED_VALUES } from '@querent/contracts';
import type { ExploredValues } from '@querent/cache';
import type { CellValue, ReadOnlyResult } from '@querent/datasource';

/**
 * Characters kept of one value. A value that names a kind of thing is shorter; of a description, the beginning is
 * enough.
 */
const MAX_VALUE_CHARACTERS = 200;
/** Bytes of all names and values together: the run's record carries them, and they go into a prompt. */
const MAX_TOTAL_BYTES = 8 * 1024;

/**
 * A result as the texts that a prompt may quote: at most MAX_EXPLORED_VALUES of them and 8 KB in all, so that the more
 * columns are looked at, the fewer rows come: what was asked for are values, and a prompt holds no table. Each value is
 * cut with an ellipsis, each row stands once: a statement without DISTINCT says the same many times. Null where not
 * even one row fits: what was looked for is not among values of that size.
 */
export function exploredValues({
  columns,
  rows,
  truncated,
}: Pick<ReadOnlyResult, 'columns' | 'rows' | 'truncated'>): ExploredValues | null {
  const names = columns.map(({ name }) => name);
  const most = Math.floor(MAX_EXPLORED_VALUES / Math.max(1, names.length));
  const values: (string | null)[][] = [];
  const distinct = new Map(
    rows
      .slice(0, MAX_EXPLORED_VALUES)
      .map((row) => row.map(textOf))
      .map((texts) => [JSON.stringify(texts), texts]),
  );
  let bytes = Buffer.byteLength(JSON.stringify(names));
  for (const [json, texts] of distinct) {
    bytes += Buffer.byteLength(json);
    if (bytes > MAX_TOTAL_BYTES || values.length === most) break;
    values.push(texts);
  }
  const fits = distinct.size === 0 ? bytes <= MAX_TOTAL_BYTES : values.length > 0;
  const isCut = truncated || values.length < distinct.size || rows.length > MAX_EXPLORED_VALUES;
  return fits ? { columns: names, values, truncated: isCut } : null;
}

/** A value as the database would write it, more or less: structures as JSON. Null stays null: it is a finding. */
function textOf(cell: CellValue): string | null {
  if (cell === null) return null;
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  // No text of more UTF-16 units than twice its bound can be short; cutting first spares spreading a megabyte of
  // geometry.
  const characters = [...text.slice(0, 2 * MAX_VALUE_CHARACTERS + 2)];
  return characters.length > MAX_VALUE_CHARACTERS ? `${characters.slice(0, MAX_VALUE_CHARACTERS - 1).join('')}…` : text;
}
