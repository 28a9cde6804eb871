import { median } from '../statistics';

/** The parts of the bench, in the order of the table. */
export const parts = ['chain', 'steady', 'cpu', 'redis', 'sizes', 'hits', 'model', 'memory', 'first', 'cold'] as const;
export type Part = (typeof parts)[number];

/** One measured number: a cell of a part's table. */
export interface Figure {
  part: Part;
  row: string;
  /** With the unit. */
  column: string;
  value: number;
  /** E.g. `≤ 2.5`. */
  aim?: string;
}

/** A figure of several rounds: its median, and the values of the rounds. */
export interface Summary extends Figure {
  rounds: number[];
}

const cellOf = ({ part, row, column }: Figure): string => JSON.stringify([part, row, column]);

/** The median of each figure. A counter that a round does not report did not move in that round and counts as 0. */
export function mediansOf(rounds: readonly (readonly Figure[])[]): Summary[] {
  const cells = new Map<string, Summary>();
  for (const figure of rounds.flat()) cells.set(cellOf(figure), { ...figure, rounds: [] });
  for (const round of rounds) {
    const values = new Map(round.map((figure) => [cellOf(figure), figure.value]));
    const reported = new Set(round.map(({ part }) => part));
    for (const [cell, summary] of cells) if (reported.has(summary.part)) summary.rounds.push(values.get(cell) ?? 0);
  }
  return [...cells.values()].map((summary) => ({ ...summary, value: median(summary.rounds) }));
}

/** Counters that moved between two readings, by how much. */
export function differenceOf(before: readonly Figure[], after: readonly Figure[]): Figure[] {
  const earlier = new Map(before.map((figure) => [cellOf(figure), figure.value]));
  return after
    .map((figure) => ({ ...figure, value: figure.value - (earlier.get(cellOf(figure)) ?? 0) }))
    .filter(({ value }) => value !== 0);
}

/**
 * Divides the counters of a span by its runs, after subtracting what the idle product would have counted in this time.
 * @param idle counters of an idle span. Both spans have their length in ms
 */
export function perRun({ ms, counters }: Span, runs: number, idle: Span): Figure[] {
  const rates = new Map(idle.counters.map((figure) => [cellOf(figure), figure.value / idle.ms]));
  return counters.map((figure) => ({
    ...figure,
    value: Math.max(0, figure.value - (rates.get(cellOf(figure)) ?? 0) * ms) / runs,
  }));
}

/** The counters of a period of time. */
export interface Span {
  ms: number;
  counters: readonly Figure[];
}

/** The sum of a column over all rows of its part. */
export function sumOf(figures: readonly Figure[], part: Part, column: string, aim?: string): Figure {
  const value = figures
    .filter((figure) => figure.part === part && figure.column === column)
    .reduce((sum, figure) => sum + figure.value, 0);
  return { part, row: 'sum', column, value, ...(aim === undefined ? {} : { aim }) };
}

/** Puts the most frequent commands of Redis first. @param last rows that keep their order behind the commands */
export function sorted<F extends Figure>(figures: readonly F[], last: readonly string[]): F[] {
  const most = new Map<string, number>();
  for (const { part, row, value } of figures) if (part === 'redis') most.set(row, Math.max(value, most.get(row) ?? 0));
  const rank = ({ part, row }: Figure): number =>
    part !== 'redis' ? 0 : last.includes(row) ? -1 : (most.get(row) ?? 0);
  return [...figures].sort((a, b) => rank(b) - rank(a));
}
