import { normal, readings, type Cell, type Reading, type ReadingOptions } from './compare-cells';

type Row = readonly Cell[];

export interface Comparison extends ReadingOptions {
  ordered: boolean;
  /** Only so many of the gold rows must be there, at the start. */
  prefix: boolean;
  /** Another layout of the same cells is as good. */
  anyLayout: boolean;
}

/** A column of the answer that agrees with one of the gold, by its index, and both as they were read for that. */
interface Match extends Reading {
  at: number;
}

/**
 * Whether an answer holds the rows of a hand-written statement (see ../README.md):
 * each gold column can be paired with another column of the answer so that all rows agree.
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

/** Whether the rows agree across columns that agree each by itself. */
function sameTuples(chosen: readonly Match[]): boolean {
  const tuples = (columns: readonly (readonly string[])[]): string =>
    (columns[0] ?? [])
      .map((_, row) => columns.map((column) => column[row]).join('\u0002'))
      .sort()
      .join('\u0001');
  return tuples(chosen.map(({ gold }) => gold)) === tuples(chosen.map(({ ours }) => ours));
}

/** Every gold cell is in the answer, as often as in the gold. */
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
