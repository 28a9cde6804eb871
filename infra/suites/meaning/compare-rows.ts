import type { Figure } from './aggregated';
import type { ExpectedResult, ExpectedRow } from './expected-result';

export type Cell = string | number | boolean | null;

/**
 * Explains how PostgreSQL's rows differ from the expected ones, or returns null. At a limit any choice of ties is
 * right.
 */
export function differenceOf(expected: ExpectedResult, found: readonly (readonly Cell[])[]): string | null {
  const matched = matchRows(expected.rows, found);
  if (typeof matched === 'string') return matched;
  if (expected.offset > 0 || expected.limitPer !== null) return wrongWindows(expected, found);
  const missing = expected.rows.filter((row) => !matched.includes(row));
  return missingRow(expected, matched, missing) ?? disorder(expected, matched);
}

/** Pairs each found row with an expected one. Returns a text if a row has no partner. */
function matchRows(expected: readonly ExpectedRow[], found: readonly (readonly Cell[])[]): ExpectedRow[] | string {
  const free = new Set(expected);
  const matched: ExpectedRow[] = [];
  for (const row of found) {
    const candidates = [...free].filter((candidate) => hasCells(candidate, row));
    const [match] = candidates;
    if (match === undefined) return `found a row that is not expected: ${JSON.stringify(row)}`;
    free.delete(match);
    matched.push(match);
  }
  return matched;
}

/**
 * Checks that the rows from `offset` up to the limit have the ranks of these positions among all ordered rows. Periods
 * without rows must all count or none, and figures of nothing must count consistently as NULL or as 0.
 */
function wrongWindows(expected: ExpectedResult, found: readonly (readonly Cell[])[]): string | null {
  const nameOf = (cells: readonly (Cell | undefined)[]): string =>
    JSON.stringify(expected.limitPer === null ? null : cells[expected.limitPer]);
  const ways = [expected.rows, expected.rows.filter(({ isOptional }) => !isOptional)].flatMap((rows) =>
    [undefined, null, 0].map((nothing) => rows.map((row) => withNothingAs(nothing, row))),
  );
  const names = new Set([
    ...expected.rows.map(({ cells }) => nameOf(cells.map(({ value }) => value))),
    ...found.map(nameOf),
  ]);
  const wrong = (rows: readonly ExpectedRow[]): string | undefined =>
    [...names].find((name) => {
      const own = rows.filter(({ cells }) => nameOf(cells.map(({ value }) => value)) === name);
      const windows = [...new Set(own.map(({ partition }) => partition))].map((partition) => {
        const inOrder = own
          .filter((row) => row.partition === partition)
          .sort((a, b) => compareRanks(a, b, expected.order));
        return { rows: inOrder, from: expected.offset, to: expected.offset + (expected.limit ?? rows.length) };
      });
      return !areWindows(
        windows,
        found.filter((row) => nameOf(row) === name),
        expected.order,
      );
    });
  const differences = ways.map(wrong);
  return differences.includes(undefined) ? null : `the limit keeps other rows of ${differences[0] ?? ''}`;
}

const withNothingAs = (nothing: number | null | undefined, row: ExpectedRow): ExpectedRow => ({
  ...row,
  ranks: row.ranks.map((rank) => ({
    value: rank.isNothing && nothing !== undefined ? nothing : rank.value,
    isNothing: false,
  })),
});

interface Window {
  rows: ExpectedRow[];
  from: number;
  to: number;
}

/** Whether the found rows are the windows in some order. Windows of namesakes are indistinguishable. */
function areWindows(
  windows: readonly Window[],
  found: readonly (readonly Cell[])[],
  order: ExpectedResult['order'],
): boolean {
  if (windows.length === 0) return found.length === 0;
  return windows.some((window) => {
    const length = Math.max(0, Math.min(window.to, window.rows.length) - window.from);
    if (!isWindow(window, found.slice(0, length), order) || found.length < length) return false;
    return areWindows(
      windows.filter((other) => other !== window),
      found.slice(length),
      order,
    );
  });
}

/** Whether each found row is a row of the window with the rank of its position, each used once. */
function isWindow(
  { rows, from }: Window,
  found: readonly (readonly Cell[])[],
  order: ExpectedResult['order'],
): boolean {
  const free = new Set(rows);
  return found.every((cells, index) => {
    const place = rows[from + index];
    const row = [...free].find((one) => place && compareRanks(one, place, order) === 0 && hasCells(one, cells));
    return row !== undefined && free.delete(row);
  });
}

/** Finds an omitted row that the limit does not justify: no kept row may rank below it. */
function missingRow(
  { limit, order }: ExpectedResult,
  kept: readonly ExpectedRow[],
  missing: readonly ExpectedRow[],
): string | null {
  for (const row of missing.filter(({ isOptional }) => !isOptional)) {
    if (limit === null || kept.length < limit) return `a row is missing: ${written(row)}`;
    const worse = kept.find((rival) => compareRanks(row, rival, order) < 0);
    if (worse !== undefined) return `the limit keeps ${written(worse)} and leaves out ${written(row)}`;
  }
  return limit !== null && kept.length > limit ? `the limit of ${limit} keeps ${kept.length} rows` : null;
}

function disorder({ order }: ExpectedResult, rows: readonly ExpectedRow[]): string | null {
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    if (before !== undefined && compareRanks(before, row, order) > 0)
      return `${written(before)} comes before ${written(row)}`;
  }
  return null;
}

/** Comparator of ranks. Missing values come last in both directions. */
function compareRanks(first: ExpectedRow, second: ExpectedRow, order: ExpectedResult['order']): number {
  for (const [index, direction] of order.entries()) {
    const [a, b] = [first.ranks[index], second.ranks[index]];
    if (a === undefined || b === undefined || areEqual(a, b)) continue;
    if (a.value === null || b.value === null) return a.value === null ? 1 : -1;
    return a.value < b.value === (direction === 'asc') ? -1 : 1;
  }
  return 0;
}

const hasCells = ({ cells }: ExpectedRow, found: readonly Cell[]): boolean =>
  cells.length === found.length && cells.every((cell, index) => isCell(cell, found[index] ?? null));

const areEqual = (a: Figure, b: Figure): boolean => isCell(a, b.value) || isCell(b, a.value);

function isCell({ value, isNothing }: Figure, found: Cell): boolean {
  if (isNothing && (found === null || found === 0)) return true;
  if (typeof value === 'number' && typeof found === 'number')
    return Math.abs(value - found) <= 1e-9 * Math.max(1, Math.abs(value), Math.abs(found));
  return value === found;
}

const written = ({ cells }: ExpectedRow): string => JSON.stringify(cells.map(({ value }) => value));
