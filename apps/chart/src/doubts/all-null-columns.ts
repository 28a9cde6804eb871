import type { Doubt, OutputColumn, SemanticQuery } from '@querent/contracts';
import type { ResultShape } from '../reading/result-shape';

type Role = OutputColumn['role'];

/**
 * Minimum number of rows from which an empty column is a sign of doubt, by role. Figures were asked for, so one row is
 * enough; other columns of a list may be empty in one or two rows. Growth without a base and missing positions are no
 * signs: the answer and chart already show them as missing.
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

/** Columns in which no row has a value. Returns none if only a part of the result was read. */
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

/**
 * Whether the question names columns. For a list without named columns the product chose them, so their values were not
 * asked for.
 */
const namesColumns = (query: SemanticQuery | null): boolean =>
  query === null ||
  query.measures.length > 0 ||
  query.select.length > 0 ||
  query.order.some(({ by }) => by.kind === 'column');
