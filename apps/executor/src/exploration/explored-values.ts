import { MAX_EXPLORED_VALUES } from '@querent/contracts';
import type { ExploredValues } from '@querent/cache';
import type { CellValue, ReadOnlyResult } from '@querent/datasource';

/** Characters kept of one value. Names and codes are shorter; of a description, the beginning is enough. */
const MAX_VALUE_CHARACTERS = 200;
/** Limit on all names and values together, bytes: they are stored in the run's record and sent in a prompt. */
const MAX_TOTAL_BYTES = 8 * 1024;

/**
 * Converts a result to the texts that a prompt may quote: at most MAX_EXPLORED_VALUES values and 8 KB in total. A
 * result with more columns therefore keeps fewer rows. Long values are shortened with an ellipsis, and repeated rows
 * are kept once, because a statement may lack DISTINCT. Null if not even one row fits.
 */
export function exploredValues({
  columns,
  rows,
  truncated,
}: Pick<ReadOnlyResult, 'columns' | 'rows' | 'truncated'>): ExploredValues | null {
  const names = columns.map(({ name }) => name);
  const maxRows = Math.floor(MAX_EXPLORED_VALUES / Math.max(1, names.length));
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
    if (bytes > MAX_TOTAL_BYTES || values.length === maxRows) break;
    values.push(texts);
  }
  const fits = distinct.size === 0 ? bytes <= MAX_TOTAL_BYTES : values.length > 0;
  const isCut = truncated || values.length < distinct.size || rows.length > MAX_EXPLORED_VALUES;
  return fits ? { columns: names, values, truncated: isCut } : null;
}

/** A value as text, structures as JSON. Null stays null, because a missing value is a finding, too. */
function textOf(cell: CellValue): string | null {
  if (cell === null) return null;
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  // Cut before splitting into characters, so that a geometry of megabytes is not split. A character has at most two
  // UTF-16 units.
  const characters = [...text.slice(0, 2 * MAX_VALUE_CHARACTERS + 2)];
  return characters.length > MAX_VALUE_CHARACTERS ? `${characters.slice(0, MAX_VALUE_CHARACTERS - 1).join('')}…` : text;
}
