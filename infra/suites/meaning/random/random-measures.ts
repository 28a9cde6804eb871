import type { Against, Filter, Grouping, Measure, SemanticQuery } from '@querent/contracts';
import { homesOf } from '../figures';
import { randomFilters, tablesLookedUp } from './random-filters';
import type { RandomChoices } from './random-choices';
import { measuresOf } from './random-meanings';
import { randomLength } from './random-pairs';
import { wayBetween } from '../related-rows';
import { tableOf, type World } from './world';

/** A figure over the rows of a table: a count, an aggregate, or a metric of this table. */
export function randomMeasure(
  random: RandomChoices,
  world: World,
  home: string,
  options: { isPlain?: boolean; isGrouped?: boolean } = {},
): Measure {
  const measure: Measure = { label: '', what: randomWhat(random, world, home) };
  if (!options.isPlain) {
    if (random.chance(0.15)) measure.where = randomFilters(random, world, [home], 1);
    const isRatio = measure.what.kind === 'metric';
    const isAdded =
      !isRatio && measure.what.kind === 'aggregate' && ['count', 'sum', 'count_distinct'].includes(measure.what.fn);
    if (isAdded && options.isGrouped && random.chance(0.25)) measure.share = { of: 'total' };
    else if (isAdded && random.chance(0.1))
      measure.share = { of: 'filtered', where: randomFilters(random, world, [home], 2) };
  }
  measure.label = JSON.stringify([measure.what, measure.where, measure.share]);
  return measure;
}

/** "Revenue per order": one figure divided by another. Null unless both are plain numbers. */
export function dividedBy(world: World, over: Measure, under: Measure): Measure | null {
  const isPlain = [over, under].every((measure) => isNumber(world, measure) && !measure.share && !measure.per);
  return isPlain ? { ...over, per: under, label: JSON.stringify([over.label, under.label]) } : null;
}

/**
 * "Average daily orders": an aggregate over the figures of inner groups by a referenced column. Null unless the figure
 * is a plain number.
 */
export function overGroups(random: RandomChoices, world: World, measure: Measure): Measure | null {
  const columns = tablesLookedUp(world, homesOf(world, measure)).flatMap((table) =>
    tableOf(world, table)
      .columns.filter(({ role }) => ['name', 'dimension', 'time'].includes(role))
      .map(({ name, role }) => ({ column: { table, column: name }, role })),
  );
  if (!isNumber(world, measure) || measure.share || measure.over || columns.length === 0) return null;
  const by = random.some(columns, random.chance(0.8) ? 1 : 2).map(({ column, role }): Grouping => ({
    column,
    ...(role === 'time' && { grain: random.pick(['day', 'week', 'month', 'quarter', 'year'] as const) }),
  }));
  const over = { fn: random.pick(['avg', 'avg', 'median', 'min', 'max'] as const), by };
  return { ...measure, over, label: JSON.stringify([measure.label, over]) };
}

const BOUND_OPS = ['<', '<=', '=', '>', '>=', '!='] as const;

/** A bound on a figure of rows of `home`: more than 3 orders. */
export function randomBound(random: RandomChoices, world: World, home: string): SemanticQuery['having'][number] {
  for (;;) {
    const measure = randomMeasure(random, world, home, { isPlain: random.chance(0.7) });
    if (!isNumber(world, measure) || measure.share) continue;
    const other = random.chance(0.15) ? randomMeasure(random, world, home, { isPlain: true }) : null;
    const made = random.chance(0.1) ? overGroups(random, world, measure) : null;
    const bounded = made ?? (other && dividedBy(world, measure, other)) ?? measure;
    return { measure: bounded, op: random.pick(BOUND_OPS), value: random.pick([0, 1, 2, 3, 5, 10]) };
  }
}

/**
 * "Customers who spent more than 10", of referenced things: a bound on a figure of the rows that belong to each.
 */
export function randomThingBound(random: RandomChoices, world: World, things: readonly string[]): Filter | null {
  const thing = random.pick(things);
  const homes = world.tables.map(({ name }) => name).filter((name) => wayBetween(world, name, thing) !== null);
  const others = homes.filter((name) => name !== thing);
  if (others.length === 0) return null;
  return {
    kind: 'bound',
    thing,
    ...againstOthers(random, world, thing, randomBound(random, world, random.pick(others))),
  };
}

/**
 * The same bound, or a bound on a multiple of the others' average or of the figure of rows that conditions on `table`
 * select.
 */
export function againstOthers<B extends { value: number; against?: Against }>(
  random: RandomChoices,
  world: World,
  table: string,
  bound: B,
): B {
  if (random.chance(0.5)) return bound;
  const fn = random.pick(['avg', 'avg', 'avg', 'median', 'min', 'max'] as const);
  const among = random.chance(0.6) ? [1, 2].flatMap(() => randomFilters(random, world, [table], 1)) : [];
  return { ...bound, value: random.pick([0.5, 1, 1, 2]), against: { fn, ...(among.length > 0 && { among }) } };
}

function randomWhat(random: RandomChoices, world: World, home: string): Measure['what'] {
  const table = tableOf(world, home);
  const metrics = world.metrics.filter(({ id }) =>
    homesOf(world, { label: '', what: { kind: 'metric', id, form: 'value' } }).every((other) => other === home),
  );
  if (metrics.length > 0 && random.chance(0.25)) {
    const metric = random.pick(metrics);
    return { kind: 'metric', id: metric.id, form: metric.formula === null ? 'composite' : 'value' };
  }
  const length = random.chance(0.12) ? randomLength(random, world, home, tablesLookedUp(world, [home])) : null;
  if (length !== null) {
    const fn = random.pick(['avg', 'avg', 'sum', 'min', 'max', 'median', 'count'] as const);
    return { kind: 'aggregate', fn, table: home, ...length };
  }
  const numbers = measuresOf(table);
  const days = table.columns.filter(({ type }) => type === 'date');
  const counted = table.columns.filter(({ name, isCast }) => name !== 'id' && !isCast);
  const of = (
    fn: 'count' | 'count_distinct' | 'sum' | 'avg' | 'min' | 'max' | 'median',
    column?: string,
  ): Measure['what'] => ({
    kind: 'aggregate',
    fn,
    table: home,
    ...(column !== undefined && { column: { table: home, column } }),
  });
  if (counted.length > 0 && random.chance(0.2)) return of('count_distinct', random.pick(counted).name);
  if (days.length > 0 && random.chance(0.08)) return of(random.pick(['min', 'max'] as const), random.pick(days).name);
  if (numbers.length > 0 && random.chance(0.65))
    return of(random.pick(['sum', 'sum', 'sum', 'avg', 'min', 'max', 'median'] as const), random.pick(numbers).name);
  return of('count');
}

/** Whether the figure is a number. A first or last day has no bound, share or difference. */
export function isNumber(world: World, { what }: Measure): boolean {
  if (
    what.kind === 'metric' ||
    what.column === undefined ||
    what.since ||
    ['count', 'count_distinct'].includes(what.fn)
  )
    return true;
  const { column, table } = what.column;
  return tableOf(world, table).columns.some(({ name, role }) => name === column && role === 'measure');
}
