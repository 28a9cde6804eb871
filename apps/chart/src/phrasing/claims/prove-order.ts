import type { Row } from '@querent/contracts';
import { numberOf } from '../../reading/cell-value';
import type { ShapeColumn } from '../../reading/result-shape';
import type { Claimed } from './claimed';

/**
 * Whether a row has the greatest (or least) value among the rows `among`, or among all rows if it is empty. If the
 * result is truncated or limited to the first rows, only the extreme at its beginning is known.
 */
export function isExtreme(
  { shape, rows, limited }: Pick<Claimed, 'shape' | 'rows' | 'limited'>,
  row: Row,
  column: ShapeColumn,
  isMost: boolean,
  among: readonly Row[],
): boolean {
  const others = among.length > 0 ? among : rows;
  const value = numberOf(row[column.index]);
  const values = others.flatMap((other) => numberOf(other[column.index]) ?? []);
  if (value === null || value !== (isMost ? Math.max(...values) : Math.min(...values))) return false;
  const isWhole = shape.complete && rows.length >= shape.rowCount && !limited;
  return isWhole || (others.length === rows.length && beginsWith(rows, column, isMost));
}

function beginsWith(rows: readonly Row[], column: ShapeColumn, isMost: boolean): boolean {
  const values = rows.flatMap((row) => numberOf(row[column.index]) ?? []);
  const steps = values.slice(1).map((value, at) => value - (values[at] ?? 0));
  return steps.every((step) => (isMost ? step <= 0 : step >= 0));
}

/** Rank of a row by descending value, starting at 1; equal values share a rank. Null if it is not known. */
export function rankOf(
  claimed: Pick<Claimed, 'shape' | 'rows' | 'limited'>,
  row: Row,
  column: ShapeColumn,
  among: readonly Row[],
): number | null {
  const others = among.length > 0 ? among : claimed.rows;
  const value = numberOf(row[column.index]);
  const isKnown =
    (claimed.shape.complete && claimed.rows.length >= claimed.shape.rowCount && !claimed.limited) ||
    beginsWith(claimed.rows, column, true);
  if (value === null || !isKnown || others.length < 2) return null;
  return 1 + others.filter((other) => (numberOf(other[column.index]) ?? Number.NEGATIVE_INFINITY) > value).length;
}

/** Whether one row's value is greater than the other's. */
export function isBeyond(row: Row, other: Row, column: ShapeColumn): boolean {
  const [value, lower] = [numberOf(row[column.index]), numberOf(other[column.index])];
  return value !== null && lower !== null && value > lower;
}

export function isMovement(sense: 'up' | 'down' | 'level', base: number | null, current: number | null): boolean {
  if (base === null || current === null) return false;
  return sense === 'up' ? current > base : sense === 'down' ? current < base : current === base;
}
