import type { Measure } from '@querent/contracts';
import { homesOf } from './figures';
import { randomFilters } from './random-filters';
import type { RandomChoices } from './random-choices';
import { measuresOf } from './random-meanings';
import { tableOf, type World } from './world';

/** A figure over the rows of a table: a count, an aggregate, or a metric that is computed from this table. */
export function randomMeasure(random: RandomChoices, world: World, home: string, options: { isPlain?: boolean; isGrouped?: boolean } = {}): Measure {
  const measure: Measure = { label: '', what: randomWhat(random, world, home) };
  if (!options.isPlain) {
    if (random.chance(0.15)) measure.where = randomFilters(random, world, [home], 1);
    const isRatio = measure.what.kind === 'metric';
    const isAdded = !isRatio && measure.what.kind === 'aggregate' && ['count', 'sum', 'count_distinct'].includes(measure.what.fn);
    if (isAdded && options.isGrouped && random.chance(0.25)) measure.share = { of: 'total' };
    else if (isAdded && random.chance(0.1)) measure.share = { of: 'filtered', where: randomFilters(random, world, [home], 2) };
  }
  measure.label = JSON.stringify([measure.what, measure.where, measure.share]);
  return measure;
}

function randomWhat(random: RandomChoices, world: World, home: string): Measure['what'] {
  const table = tableOf(world, home);
  const metrics = world.metrics.filter(({ id }) => homesOf(world, { label: '', what: { kind: 'metric', id, form: 'value' } }).every((other) => other === home));
  if (metrics.length > 0 && random.chance(0.25)) {
    const metric = random.pick(metrics);
    return { kind: 'metric', id: metric.id, form: metric.formula === null ? 'composite' : 'value' };
  }
  const numbers = measuresOf(table);
  const days = table.columns.filter(({ type }) => type === 'date');
  const counted = table.columns.filter(({ name, isCast }) => name !== 'id' && !isCast);
  const of = (fn: 'count' | 'count_distinct' | 'sum' | 'avg' | 'min' | 'max' | 'median', column?: string): Measure['what'] => ({ kind: 'aggregate', fn, table: home, ...(column !== undefined && { column: { table: home, column } }) });
  if (counted.length > 0 && random.chance(0.2)) return of('count_distinct', random.pick(counted).name);
  if (days.length > 0 && random.chance(0.08)) return of(random.pick(['min', 'max'] as const), random.pick(days).name);
  if (numbers.length > 0 && random.chance(0.65)) return of(random.pick(['sum', 'sum', 'sum', 'avg', 'min', 'max', 'median'] as const), random.pick(numbers).name);
  return of('count');
}

/** Whether the figure is a number: a first or last day has no bound, share or difference. */
export function isNumber(world: World, { what }: Measure): boolean {
  if (what.kind === 'metric' || what.column === undefined || ['count', 'count_distinct'].includes(what.fn)) return true;
  const { column, table } = what.column;
  return tableOf(world, table).columns.some(({ name, role }) => name === column && role === 'measure');
}
