/** Does an answer hold the rows of a hand-written statement? Columns may stand elsewhere and have company; see ../README.md. */

type Cell = unknown;
type Row = readonly Cell[];

export interface Comparison {
  ordered: boolean;
  /** Only so many of the gold rows must be there, at the start. */
  prefix: boolean;
  /** Another layout of the same cells is as good. */
  anyLayout: boolean;
}

/** True when each gold column can be given a column of its own in the answer so that all rows agree. */
export function sameRows(gold: readonly Row[], answer: readonly Row[], how: Comparison): boolean {
  const ours = how.prefix ? answer.slice(0, gold.length) : answer;
  if (how.anyLayout && sameCells(gold, ours)) return true;
  if (gold.length !== ours.length) return false;
  if (gold.length === 0) return true;
  const goldColumns = columnsOf(gold);
  const ourColumns = columnsOf(ours);
  const candidates = goldColumns.map((column) => {
    const wanted = how.ordered ? column.join('\u0001') : [...column].sort().join('\u0001');
    return ourColumns.flatMap((ours, i) => ((how.ordered ? ours.join('\u0001') : [...ours].sort().join('\u0001')) === wanted ? [i] : []));
  });
  return assign(candidates, [], (chosen) => {
    if (how.ordered) return true;
    const project = (columns: string[][], indexes: number[]): string => {
      const length = columns[0]?.length ?? 0;
      return Array.from({ length }, (_, row) => indexes.map((i) => columns[i]?.[row]).join('\u0002')).sort().join('\u0001');
    };
    return project(goldColumns, goldColumns.map((_, i) => i)) === project(ourColumns, chosen);
  });
}

function assign(candidates: number[][], chosen: number[], accept: (chosen: number[]) => boolean): boolean {
  const next = candidates[chosen.length];
  if (next === undefined) return accept(chosen);
  return next.some((column) => !chosen.includes(column) && assign(candidates, [...chosen, column], accept));
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

const columnsOf = (rows: readonly Row[]): string[][] => (rows[0] ?? []).map((_, i) => rows.map((row) => normal(row[i])));

/** Numbers to about seven significant digits, midnights as dates, everything else as text. */
export function normal(cell: Cell): string {
  if (cell === null || cell === undefined) return '∅';
  if (typeof cell === 'object') return JSON.stringify(cell);
  const text = String(cell);
  if (typeof cell !== 'boolean' && text !== '' && Number.isFinite(Number(text))) return Number(Number(text).toPrecision(7)).toString();
  return text.replace(/^(\d{4}-\d{2}-\d{2})T00:00:00(\.0+)?Z?$/, '$1');
}
