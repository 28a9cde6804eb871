import type { Doubt, OutputColumn, SemanticQuery } from '@querent/contracts';
import type { ResultShape } from '../reading/result-shape';

type Role = OutputColumn['role'];

/**
 * From how many rows on a column without any value says something. A figure was asked for, so one row will do; what
 * else a list tells of its rows may be missing from one or two. A growth without a base and a position that nobody took
 * are no signs: both are said and drawn as what they are.
 */
const fromRows: Partial<Record<Role, number>> = {
  measure: 1,
  share: 1,
  distance: 1,
  name: 3,
  dimension: 3,
  time: 3,
  text: 3,
};

/** Columns in which no row has a value. Nothing is said of a result that was looked at in part. */
export function allNullColumns({ columns, rows, rowCount }: ResultShape, query: SemanticQuery | null): Doubt[] {
  if (rows.length === 0 || rows.length < rowCount || !namesColumns(query)) return [];
  return columns
    .filter(
      ({ role, index }) =>
        rows.length >= (fromRows[role] ?? Number.POSITIVE_INFINITY) &&
        rows.every((row) => row[index] === null || row[index] === undefined),
    )
    .map(({ label }) => ({ sign: 'all_null_column', about: label }));
}

/** Where a list was asked for without saying of what, its columns are our choice: nobody misses their values. */
const namesColumns = (query: SemanticQuery | null): boolean =>
  query === null ||
  query.measures.length > 0 ||
  query.select.length > 0 ||
  query.order.some(({ by }) => by.kind === 'column');
