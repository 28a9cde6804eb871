import type { ColumnRef, Dimension, Filter, Measure, Order, SemanticQuery } from '@querent/contracts';
import { homesOf } from '../figures';
import { isOpen } from '../open-questions';
import type { RandomChoices } from './random-choices';
import { randomExists, randomFarFilters, randomFilters, randomRange, tablesLookedUp } from './random-filters';
import { measuresOf } from './random-meanings';
import { randomLength } from './random-pairs';
import {
  againstOthers,
  dividedBy,
  isNumber,
  overGroups,
  randomBound,
  randomMeasure,
  randomThingBound,
} from './random-measures';
import { looksUp, wayBetween } from '../related-rows';
import { columnOf, tableOf, type World } from './world';

/** A random query over a world whose meaning the conventions decide. */
export function randomQuery(random: RandomChoices, world: World): SemanticQuery {
  for (;;) {
    const query = random.chance(0.27) ? randomList(random, world) : randomGroups(random, world);
    if (!isOpen(world, query)) return query;
  }
}

const emptyQuery = (subject: string): SemanticQuery => ({
  subject: { kind: 'table', name: subject },
  strategy: 'summary',
  measures: [],
  dimensions: [],
  select: [],
  distinct: false,
  filters: [],
  having: [],
  compare: null,
  near: null,
  order: [],
  limit: null,
  limitPer: null,
});

function randomList(random: RandomChoices, world: World): SemanticQuery {
  const subject = random.pick(world.tables).name;
  const query: SemanticQuery = { ...emptyQuery(subject), strategy: random.pick(['coverage', 'detail'] as const) };
  query.filters = conditionsOn(random, world, [subject], subject);
  if (random.chance(0.7)) query.select = selected(random, world, subject);
  if (query.select.length > 0 && random.chance(0.2)) {
    query.having = boundsOn(random, world, subject);
  } else {
    query.distinct = query.select.length > 0 && random.chance(0.2);
    const sortable = query.select.filter((column) =>
      ['measure', 'time'].includes(columnOf(world, column.table, column.column).role),
    );
    if (sortable.length > 0 && random.chance(0.6)) {
      query.order = [
        { by: { kind: 'column', column: random.pick(sortable) }, direction: random.pick(['asc', 'desc'] as const) },
      ];
      if (random.chance(0.6)) query.limit = random.whole(1, 4);
      if (query.limit !== null && random.chance(0.3)) query.offset = random.whole(1, 3);
    }
    if (query.select.length > 0 && query.order.length === 0) orderByLength(random, world, subject, query);
  }
  return query;
}

/** "The longest time from order to shipping", for each row. */
function orderByLength(random: RandomChoices, world: World, subject: string, query: SemanticQuery): void {
  const length = random.chance(0.3) ? randomLength(random, world, subject, tablesLookedUp(world, [subject])) : null;
  if (length === null) return;
  query.order = [{ by: { kind: 'column', ...length }, direction: random.pick(['asc', 'desc'] as const) }];
  if (random.chance(0.6)) query.limit = random.whole(1, 4);
}

function selected(random: RandomChoices, world: World, subject: string): ColumnRef[] {
  const columns = tablesLookedUp(world, [subject]).flatMap((table) =>
    tableOf(world, table)
      .columns.filter(({ role }) => role !== 'key')
      .map(({ name }) => ({ table, column: name })),
  );
  return random.some(columns, random.whole(1, 4));
}

/** Bounds on a figure of the rows that belong to each row of the subject. */
function boundsOn(random: RandomChoices, world: World, subject: string): SemanticQuery['having'] {
  const homes = world.tables
    .map(({ name }) => name)
    .filter(
      (name) =>
        name !== subject &&
        wayBetween(world, name, subject) !== null &&
        wayBetween(world, subject, name)?.some(({ fansOut }) => fansOut),
    );
  return homes.length === 0 ? [] : [randomBound(random, world, random.pick(homes))];
}

function randomGroups(random: RandomChoices, world: World): SemanticQuery {
  const homes = [...new Set(Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => random.pick(world.tables).name))];
  const subject =
    random.chance(0.5) && homes[0] !== undefined ? homes[0] : random.pick(tablesLookedUp(world, homes.slice(0, 1)));
  const query = emptyQuery(subject);
  query.dimensions = randomDimensions(random, world, homes);
  const isCompared = random.chance(0.15);
  const options = { isPlain: isCompared || homes.length > 1, isGrouped: query.dimensions.length > 0 };
  query.measures = homes.map((home) => randomMeasure(random, world, home, options));
  if (homes.length === 1 && random.chance(0.25))
    query.measures.push(...homes.map((home) => randomMeasure(random, world, home, options)));
  const [over, under] = [query.measures[0], query.measures[1]];
  const ratio = over && under && random.chance(0.5) ? dividedBy(world, over, under) : null;
  if (ratio) query.measures = [ratio];
  query.measures = query.measures.map(
    (measure) => (random.chance(0.12) ? overGroups(random, world, measure) : null) ?? measure,
  );
  query.filters = [...conditionsOn(random, world, homes, subject), ...rangesOfPeriods(random, world, query)];
  if (isCompared) compareTwoPeriods(random, world, homes, query);
  else if (!asSeries(random, query)) rankOrBound(random, world, homes, query);
  if (query.dimensions.length > 0 && !query.compare && query.limitPer === null && random.chance(0.15))
    query.withNone = true;
  if (query.limit !== null && query.order.length > 0 && random.chance(0.3)) query.offset = random.whole(1, 3);
  return query;
}

function randomDimensions(random: RandomChoices, world: World, homes: readonly string[]): Dimension[] {
  const near = tablesLookedUp(world, homes);
  const far = world.tables
    .map(({ name }) => name)
    .filter((name) => !near.includes(name) && homes.every((home) => wayBetween(world, home, name) !== null));
  const tables = Array.from({ length: random.whole(0, 2) }, () =>
    near.length === 0 || (far.length > 0 && random.chance(0.2))
      ? random.pick(far.length > 0 ? far : [homes[0] ?? ''])
      : random.pick(near),
  );
  const dimensions = tables.flatMap((table) => {
    const usable = tableOf(world, table).columns.filter(({ role }) => ['name', 'dimension', 'time'].includes(role));
    return usable.length === 0 ? [] : [dimensionOn(random, world, { table, column: random.pick(usable).name })];
  });
  return [...new Map(dimensions.map((dimension) => [dimension.label, dimension])).values()];
}

function dimensionOn(random: RandomChoices, world: World, column: ColumnRef): Dimension {
  const { role, isYear, label } = columnOf(world, column.table, column.column);
  if (role === 'time') {
    const grain = random.pick(['day', 'week', 'month', 'quarter', 'year'] as const);
    // Some drawn weeks mean weekdays. An extra draw would change all later random choices.
    return grain === 'week' && column.column.length % 3 === 0
      ? { label, column, part: 'weekday' }
      : { label, column, grain };
  }
  return isYear && random.chance(0.5) ? { label, column, grain: 'year' } : { label, column };
}

function conditionsOn(random: RandomChoices, world: World, homes: readonly string[], subject: string): Filter[] {
  const filters = randomFilters(random, world, homes, 2);
  const [home] = homes;
  if (home !== undefined && homes.length === 1) {
    if (random.chance(0.1)) filters.push(...randomFarFilters(random, world, home));
    const numbers = measuresOf(tableOf(world, home));
    if (home === subject && numbers.length > 0 && random.chance(0.1)) {
      filters.push({
        kind: 'compare_aggregate',
        column: { table: home, column: random.pick(numbers).name },
        op: random.pick(['<', '<=', '>', '>='] as const),
        fn: random.pick(['avg', 'avg', 'min', 'max', 'median'] as const),
        ...(random.chance(0.2) && { times: random.pick([0.5, 2]) }),
        ...(random.chance(0.25) && { among: randomFilters(random, world, [home], 2) }),
      });
    }
    const others = tablesLookedUp(world, [home]).filter((table) => table !== home);
    const other = others.length > 0 && random.chance(0.05) ? tableOf(world, random.pick(others)) : null;
    const [column] = other === null ? [] : random.some(measuresOf(other), 1);
    if (other !== null && column !== undefined && !filters.some(({ kind }) => kind === 'compare_aggregate'))
      filters.push({
        kind: 'compare_aggregate',
        column: { table: other.name, column: column.name },
        op: '=',
        fn: random.pick(['min', 'max'] as const),
      });
  }
  const exists =
    random.chance(0.2) && homes.every((other) => looksUp(world, other, subject))
      ? randomExists(random, world, subject)
      : null;
  const things = tablesLookedUp(world, homes);
  const bound = things.length > 0 && random.chance(0.15) ? randomThingBound(random, world, things) : null;
  return [...filters, ...[exists, bound].filter((filter) => filter !== null)];
}

function compareTwoPeriods(random: RandomChoices, world: World, homes: readonly string[], query: SemanticQuery): void {
  const columns = tablesLookedUp(world, homes).flatMap((table) =>
    tableOf(world, table)
      .columns.filter(({ role }) => role === 'time')
      .map(({ name }) => ({ table, column: name })),
  );
  if (columns.length === 0) return;
  const [base, current] = [randomRange(random), randomRange(random)];
  query.compare = {
    column: random.pick(columns),
    base: { ...base, label: 'base' },
    current: { ...current, label: 'current' },
  };
  if (query.dimensions.length === 0 || random.chance(0.5)) return;
  const kind = random.pick(['change', 'growth', 'measure'] as const);
  query.order = [
    { by: { kind, index: 0 }, direction: kind === 'measure' ? 'desc' : random.pick(['asc', 'desc'] as const) },
  ];
  if (random.chance(0.7)) query.limit = random.whole(1, 4);
}

function rankOrBound(random: RandomChoices, world: World, homes: readonly string[], query: SemanticQuery): void {
  if (query.dimensions.length === 0) return;
  if (random.chance(0.25)) {
    const home = random.pick(homes);
    query.having = [random.chance(0.5) ? randomBound(random, world, home) : boundOnShown(random, world, query.measures)]
      .filter((entry) => entry !== null)
      .map((entry) => againstOthers(random, world, homesOf(world, entry.measure)[0] ?? home, entry));
  }
  if (random.chance(0.5)) return;
  const ordered = query.dimensions.findIndex(
    ({ column, grain }) => grain !== undefined || columnOf(world, column.table, column.column).isYear,
  );
  const by: Order['by'] =
    ordered >= 0 && random.chance(0.3)
      ? { kind: 'dimension', index: ordered }
      : { kind: 'measure', index: random.whole(0, query.measures.length - 1) };
  query.order = [{ by, direction: random.pick(['asc', 'desc'] as const) }];
  if (random.chance(0.75)) query.limit = random.whole(1, 4);
  if (query.limit !== null && by.kind === 'measure' && query.dimensions.length === 2 && random.chance(0.4))
    query.limitPer = random.whole(0, 1);
}

/** Conditions that give the periods of a figure or a breakdown a range. */
function rangesOfPeriods(random: RandomChoices, world: World, { measures, dimensions }: SemanticQuery): Filter[] {
  const groupings = [...measures.flatMap(({ over }) => over?.by ?? []), ...dimensions];
  const [time] = groupings.filter(({ grain, column }) => grain && !columnOf(world, column.table, column.column).isYear);
  if (!time || !random.chance(0.4)) return [];
  const first = random.whole(1, 6);
  const range = { from: `2025-0${first}-01`, to: random.pick([`2025-0${first + 2}-15`, '2026-01-01']), label: 'range' };
  return [{ kind: 'time', column: time.column, range, negated: false }];
}

/** A breakdown by time with the change from period to period, or from year to year. */
function asSeries(random: RandomChoices, query: SemanticQuery): boolean {
  const dimension = query.dimensions.findIndex(({ grain }) => grain !== undefined);
  const [measure, ...others] = query.measures;
  if (dimension < 0 || !measure || others.length > 0 || measure.share || random.chance(0.5)) return false;
  const isWeek = query.dimensions[dimension]?.grain === 'week';
  query.series = { dimension, to: isWeek || random.chance(0.5) ? 'previous' : 'year_before' };
  if (random.chance(0.4)) {
    const kind = random.pick(['change', 'growth', 'measure'] as const);
    query.order = [{ by: { kind, index: 0 }, direction: random.pick(['asc', 'desc'] as const) }];
    if (random.chance(0.6)) query.limit = random.whole(1, 4);
  }
  return true;
}

function boundOnShown(
  random: RandomChoices,
  world: World,
  measures: readonly Measure[],
): SemanticQuery['having'][number] | null {
  const measure = random.pick(measures);
  if (measure.share || !isNumber(world, measure)) return null;
  return { measure, op: random.pick(['<', '<=', '=', '>', '>='] as const), value: random.pick([0, 1, 2, 3, 5]) };
}
