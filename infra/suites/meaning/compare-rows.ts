import type { Figure } from './aggregated';
import type { ExpectedResult, ExpectedRow } from './expected-result';

export type Cell = string | number | boolean | null;

/** Why PostgreSQL's rows are not those that are expected; null: they are. Of ties at a limit any choice is right. */
export function differenceOf(expected: ExpectedResult, found: readonly (readonly Cell[])[]): string | null {
  const matched = matchRows(expected.rows, found);
  if (typeof matched === 'string') return matched;
  if (expected.offset > 0) return wrongWindow(expected, matched) ?? disorder(expected, matched);
  const missing = expected.rows.filter((row) => !matched.includes(row));
  return missingRow(expected, matched, missing) ?? disorder(expected, matched);
}

/** Pairs each found row with an expected one; a text names the row that has none. */
function matchRows(expected: readonly ExpectedRow[], found: readonly (readonly Cell[])[]): ExpectedRow[] | string {
  const free = new Set(expected);
  const matched: ExpectedRow[] = [];
  for (const row of found) {
    const candidates = [...free].filter(
      ({ cells }) => cells.length === row.length && cells.every((cell, index) => isCell(cell, row[index] ?? null)),
    );
    const [match] = candidates;
    if (match === undefined) return `found a row that is not expected: ${JSON.stringify(row)}`;
    free.delete(match);
    matched.push(match);
  }
  return matched;
}

/**
 * The rows after the first `offset` ones have the ranks that all rows in order have at these positions. Rows of periods without rows are all
 * counted or none is, and all figures of nothing count by their value, as NULL or as 0.
 */
function wrongWindow(expected: ExpectedResult, kept: readonly ExpectedRow[]): string | null {
  const differences = [expected.rows, expected.rows.filter(({ isOptional }) => !isOptional)].flatMap((rows) =>
    [undefined, null, 0].map((nothing) => wrongWindowOf(rows, kept, expected, nothing)),
  );
  return differences.includes(null) ? null : (differences[0] ?? null);
}

function wrongWindowOf(
  rows: readonly ExpectedRow[],
  kept: readonly ExpectedRow[],
  { order, limit, offset, isLimitPer }: ExpectedResult,
  nothing: number | null | undefined,
): string | null {
  const decided = (row: ExpectedRow): ExpectedRow => ({
    ...row,
    ranks: row.ranks.map((rank) => (rank.isNothing && nothing !== undefined ? { value: nothing, isNothing: false } : { ...rank, isNothing: false })),
  });
  for (const partition of new Set(rows.map((row) => (isLimitPer ? row.partition : null)))) {
    const inOrder = (some: readonly ExpectedRow[]): ExpectedRow[] =>
      some
        .filter((row) => !isLimitPer || row.partition === partition)
        .map(decided)
        .sort((a, b) => compareRanks(a, b, order));
    const window = inOrder(rows).slice(offset, offset + (limit ?? rows.length));
    const own = inOrder(kept);
    if (own.length !== window.length) return `the offset keeps ${own.length} rows instead of ${window.length}`;
    const wrong = own.find((row, index) => compareRanks(row, window[index] ?? row, order) !== 0);
    if (wrong !== undefined) return `the offset keeps ${written(wrong)}`;
  }
  return null;
}

/** A row that is left out must be one that the limit cuts: none that it keeps is worse. */
function missingRow(
  { limit, order, isLimitPer }: ExpectedResult,
  kept: readonly ExpectedRow[],
  missing: readonly ExpectedRow[],
): string | null {
  for (const row of missing.filter(({ isOptional }) => !isOptional)) {
    const rivals = kept.filter(({ partition }) => !isLimitPer || partition === row.partition);
    if (limit === null || rivals.length < limit) return `a row is missing: ${written(row)}`;
    const worse = rivals.find((rival) => compareRanks(row, rival, order) < 0);
    if (worse !== undefined) return `the limit keeps ${written(worse)} and leaves out ${written(row)}`;
  }
  if (limit === null) return null;
  const most = isLimitPer
    ? Math.max(
        0,
        ...[...new Set(kept.map(({ partition }) => partition))].map(
          (partition) => kept.filter((row) => row.partition === partition).length,
        ),
      )
    : kept.length;
  return most > limit ? `the limit of ${limit} keeps ${most} rows` : null;
}

/** With a limit within partitions, the order holds within each of them. */
function disorder({ order, isLimitPer }: ExpectedResult, rows: readonly ExpectedRow[]): string | null {
  for (const [index, row] of rows.entries()) {
    const before = rows.slice(0, index).findLast(({ partition }) => !isLimitPer || partition === row.partition);
    if (before !== undefined && compareRanks(before, row, order) > 0)
      return `${written(before)} comes before ${written(row)}`;
  }
  return null;
}

/** Below 0 where the first must come before the second; what has no value comes last, in either direction. */
function compareRanks(first: ExpectedRow, second: ExpectedRow, order: ExpectedResult['order']): number {
  for (const [index, direction] of order.entries()) {
    const [a, b] = [first.ranks[index], second.ranks[index]];
    if (a === undefined || b === undefined || areEqual(a, b)) continue;
    if (a.value === null || b.value === null) return a.value === null ? 1 : -1;
    return a.value < b.value === (direction === 'asc') ? -1 : 1;
  }
  return 0;
}

const areEqual = (a: Figure, b: Figure): boolean => isCell(a, b.value) || isCell(b, a.value);

function isCell({ value, isNothing }: Figure, found: Cell): boolean {
  if (isNothing && (found === null || found === 0)) return true;
  if (typeof value === 'number' && typeof found === 'number')
    return Math.abs(value - found) <= 1e-9 * Math.max(1, Math.abs(value), Math.abs(found));
  return value === found;
}

const written = ({ cells }: ExpectedRow): string => JSON.stringify(cells.map(({ value }) => value));
