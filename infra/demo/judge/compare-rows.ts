import { normal, readings, type Cell, type Reading, type ReadingOptions } from './compare-cells';

type Row = readonly Cell[];

export interface Comparison extends ReadingOptions {
  ordered: boolean;
  /** Whether only the first gold rows are compared. */
  prefix: boolean;
  /** Whether another layout of the same cells is acceptable. */
  anyLayout: boolean;
}

/** Index of an answer's column that equals a gold column, with the canonical cells of both. */
interface Match extends Reading {
  at: number;
}

/**
 * Whether an answer contains the rows of a hand-written statement (see ../README.md): each gold column can be paired
 * with a different column of the answer so that all rows agree.
 */
export function sameRows(gold: readonly Row[], answer: readonly Row[], how: Comparison): boolean {
  const ours = how.prefix ? answer.slice(0, gold.length) : answer;
  if (how.anyLayout && sameCells(gold, ours)) return true;
  if (gold.length !== ours.length) return false;
  if (gold.length === 0) return true;
  const ourColumns = columnsOf(ours);
  const arranged = (column: readonly string[]): string => (how.ordered ? column : [...column].sort()).join('\u0001');
  const candidates = columnsOf(gold).map((column) =>
    ourColumns.flatMap((other, at): Match[] =>
      readings(column, other, how)
        .filter((reading) => arranged(reading.gold) === arranged(reading.ours))
        .map((reading) => ({ ...reading, at })),
    ),
  );
  return assign(candidates, [], (chosen) => how.ordered || sameTuples(chosen));
}

function assign(candidates: readonly Match[][], chosen: Match[], accept: (chosen: Match[]) => boolean): boolean {
  const next = candidates[chosen.length];
  if (next === undefined) return accept(chosen);
  return next.some(
    (match) => !chosen.some(({ at }) => at === match.at) && assign(candidates, [...chosen, match], accept),
  );
}

/** Whether the rows agree, given that each pair of columns agrees. */
function sameTuples(chosen: readonly Match[]): boolean {
  const tuples = (columns: readonly (readonly string[])[]): string =>
    (columns[0] ?? [])
      .map((_, row) => columns.map((column) => column[row]).join('\u0002'))
      .sort()
      .join('\u0001');
  return tuples(chosen.map(({ gold }) => gold)) === tuples(chosen.map(({ ours }) => ours));
}

/** Whether the answer contains every gold cell, at least as often as the gold. */
function sameCells(gold: readonly Row[], answer: readonly Row[]): boolean {
  const left = new Map<string, number>();
  for (const cell of answer.flat()) left.set(normal(cell), (left.get(normal(cell)) ?? 0) + 1);
  return gold.flat().every((cell) => {
    const count = left.get(normal(cell)) ?? 0;
    left.set(normal(cell), count - 1);
    return count > 0;
  });
}

const columnsOf = (rows: readonly Row[]): Cell[][] => (rows[0] ?? []).map((_, i) => rows.map((row) => row[i]));
