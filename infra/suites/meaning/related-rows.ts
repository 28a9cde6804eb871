import { tableOf, type Row, type World } from './random/world';

/** One step along a join: rows whose `toColumn` equals the row's `fromColumn`. */
export interface Step {
  to: string;
  fromColumn: string;
  toColumn: string;
  /** Whether the step goes from the one side to the many side. */
  fansOut: boolean;
}

/**
 * The path from one table to another: only references, else only references of the other table, else the fewest
 * one-to-many steps, then the fewest steps. Null if there is none or two are equally good; queries must not need it
 * then.
 */
export function wayBetween(world: World, from: string, to: string): Step[] | null {
  const ways = known.get(world.joins) ?? new Map<string, Step[] | null>();
  known.set(world.joins, ways);
  const key = JSON.stringify([from, to]);
  const way = ways.get(key) ?? findWay(world, from, to);
  ways.set(key, way);
  return way;
}

const known = new WeakMap<World['joins'], Map<string, Step[] | null>>();

function findWay(world: World, from: string, to: string): Step[] | null {
  const ways = allWays(world, from, to, new Set([from]));
  const costs = ways.map((way) => {
    const cost = way.reduce((sum, step, at) => {
      const isSibling = step.fansOut && way[at - 1]?.fansOut === false;
      return sum + (step.fansOut ? 1000 : 1) + (step.to.includes('@') ? BY_ROLE : 0) + (isSibling ? BY_OWNER : 0);
    }, 0);
    return isMixed(way) ? cost + MIXED : cost;
  });
  const least = Math.min(...costs);
  const best = ways.filter((_, index) => costs[index] === least);
  const [only] = best;
  return only !== undefined && best.length === 1 ? only : null;
}

/** Paths through a shared owner rank below equally long paths through rows that reference both tables. */
const BY_OWNER = 0.01;

/** A path by the role of a thing is ignored if one of the same length uses the thing itself. */
const BY_ROLE = 0.001;

/** Larger than the cost of any direct path in a small world. */
const MIXED = 1_000_000;

const isMixed = (way: readonly Step[]): boolean =>
  way.some(({ fansOut }) => fansOut) && way.some(({ fansOut }) => !fansOut);

/** Whether every row of `from` has at most one row of `to`. */
export function looksUp(world: World, from: string, to: string): boolean {
  return wayBetween(world, from, to)?.every((step) => !step.fansOut) ?? false;
}

/** The target of the last one-to-many step. All tables after it are referenced from there. */
export const lastFanOut = (world: World, from: string, to: string): string =>
  onlyWay(world, from, to).findLast(({ fansOut }) => fansOut)?.to ?? from;

/** The rows of `to` that are related to the row, each once, regardless of the number of paths. */
export function relatedRows(world: World, row: Row, from: string, to: string): Row[] {
  return rowsAlong(world, row, onlyWay(world, from, to));
}

/**
 * The rows of `to` that own the row, along the path's steps, which need not be the best ones to an intermediate table.
 * Null for a NULL or dangling reference, also of an intermediate row.
 */
export function ownersOf(world: World, row: Row, from: string, to: string): (Row | null)[] {
  const way = onlyWay(world, from, to);
  const turn = way.findLastIndex(({ fansOut }) => fansOut) + 1;
  return rowsAlong(world, row, way.slice(0, turn)).map(
    (between) => rowsAlong(world, between, way.slice(turn))[0] ?? null,
  );
}

function onlyWay(world: World, from: string, to: string): Step[] {
  const way = wayBetween(world, from, to);
  if (way === null) throw new Error(`there is not one way from ${from} to ${to}`);
  return way;
}

const rowsAlong = (world: World, row: Row, steps: readonly Step[]): Row[] =>
  steps.reduce<Row[]>(
    (rows, step) =>
      tableOf(world, step.to).rows.filter((candidate) =>
        rows.some((known) => known[step.fromColumn] !== null && known[step.fromColumn] === candidate[step.toColumn]),
      ),
    [row],
  );

/** The row of `to` that the row references. Null for a NULL or dangling reference. */
export function lookedUp(world: World, row: Row, from: string, to: string): Row | null {
  return relatedRows(world, row, from, to)[0] ?? null;
}

/** All shortest paths of references with at most `most` steps. */
export function shortestLookups(world: World, from: string, to: string, most: number): Step[][] {
  for (let steps = 1; steps <= most; steps++) {
    const ways = allWays(world, from, to, new Set([from])).filter(
      (way) => way.length === steps && way.every(({ fansOut }) => !fansOut),
    );
    if (ways.length > 0) return ways;
  }
  return [];
}

function allWays(world: World, from: string, to: string, seen: ReadonlySet<string>): Step[][] {
  if (from === to) return [[]];
  return stepsFrom(world, from)
    .filter((step) => !seen.has(step.to))
    .flatMap((step) => allWays(world, step.to, to, new Set([...seen, step.to])).map((rest) => [step, ...rest]));
}

function stepsFrom(world: World, from: string): Step[] {
  return world.joins.flatMap((join) => [
    ...(join.from.table === from
      ? [{ to: join.to.table, fromColumn: join.from.column, toColumn: join.to.column, fansOut: false }]
      : []),
    ...(join.to.table === from
      ? [{ to: join.from.table, fromColumn: join.to.column, toColumn: join.from.column, fansOut: true }]
      : []),
  ]);
}
