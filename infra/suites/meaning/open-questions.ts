import type { Filter, SemanticQuery } from '@querent/contracts';
import { tablesRead } from './conditions';
import { homesOf } from './figures';
import { isNumber } from './random/random-measures';
import { looksUp, wayBetween, type Step } from './related-rows';
import type { World } from './random/world';

/** Whether no convention decides the query's meaning. README.md lists these cases with the reasons. */
export function isOpen(world: World, query: SemanticQuery): boolean {
  return [
    farGroupAndFarCondition,
    severalFarGroups,
    emptyPeriodsInRank,
    daysInComparison,
    daysInSeries,
    sameLabels,
    samePeriods,
    fewestOfFarGroups,
    disagreeingWays,
  ].some((isAsked) => isAsked(world, query));
}

const homes = (world: World, { measures, having }: SemanticQuery): string[] => [
  ...new Set([...measures, ...having.map(({ measure }) => measure)].flatMap((measure) => homesOf(world, measure))),
];

/** "Customers by tag, of red tags": the condition may filter the groups or the customers. */
function farGroupAndFarCondition(world: World, query: SemanticQuery): boolean {
  const context = { world, subject: query.subject.name };
  const isFar = (table: string): boolean => homes(world, query).some((home) => !looksUp(world, home, table));
  const isFarFilter = query.filters.some(
    (filter) => filter.kind !== 'exists' && tablesRead(context, filter).some(isFar),
  );
  const isFarHaving = query.measures.length === 0 && query.having.length > 0 && isFar(query.subject.name);
  return (
    isFarFilter &&
    (isFarHaving || query.having.length > 0 || query.dimensions.some(({ column }) => isFar(column.table)))
  );
}

/** Two dimensions that both multiply rows: the set of combinations is undefined. */
function severalFarGroups(world: World, query: SemanticQuery): boolean {
  return homes(world, query).some(
    (home) => query.dimensions.filter(({ column }) => !looksUp(world, home, column.table)).length > 1,
  );
}

/** "The month of 2025 with the fewest orders": months without orders may or may not count. */
function emptyPeriodsInRank(world: World, { dimensions, filters, having, limit, order }: SemanticQuery): boolean {
  const isRanked = having.length > 0 || (limit !== null && order[0]?.direction === 'asc');
  return (
    isRanked &&
    dimensions.some(
      ({ column, grain }) =>
        grain !== undefined &&
        filters.some(
          (filter) =>
            filter.kind === 'time' && filter.column.table === column.table && filter.column.column === column.column,
        ),
    )
  );
}

/** A comparison of first or last days, which have no growth. */
function daysInComparison(world: World, { compare, measures }: SemanticQuery): boolean {
  return compare !== null && measures.some((measure) => !isNumber(world, measure));
}

/** A change of first or last days from period to period. */
function daysInSeries(world: World, { series, measures }: SemanticQuery): boolean {
  return series !== undefined && measures.some((measure) => !isNumber(world, measure));
}

/** The same figure twice. */
function sameLabels(_: World, { measures }: SemanticQuery): boolean {
  return new Set(measures.map(({ label }) => label)).size < measures.length;
}

/** The fewest in total or per tag, when a row has several tags and figures are of several tables. */
function fewestOfFarGroups(world: World, query: SemanticQuery): boolean {
  const tables = homes(world, query);
  const isFar = tables.some((home) => query.dimensions.some(({ column }) => !looksUp(world, home, column.table)));
  const takesNone = query.having.length > 0 || query.order[0]?.direction === 'asc';
  const isOfSeveral = tables.length > 1;
  return takesNone && (query.limitPer === null ? isFar && isOfSeveral : isFar || isOfSeveral);
}

/** A comparison of a period with itself. */
function samePeriods(_: World, { compare }: SemanticQuery): boolean {
  return compare !== null && compare.base.from === compare.current.from && compare.base.to === compare.current.to;
}

/**
 * A condition on a table to which the rows are related by one path and intermediate rows by another: the clients of a
 * shop's orders, and the clients of its order lines.
 */
function disagreeingWays(world: World, query: SemanticQuery): boolean {
  const starts = query.measures.length > 0 ? homes(world, query) : [query.subject.name];
  return starts.some((start) =>
    query.filters.some((filter) => isByDisagreeingWays(world, query.subject.name, start, filter)),
  );
}

function isByDisagreeingWays(world: World, subject: string, start: string, filter: Filter): boolean {
  if (filter.kind === 'exists') {
    const way = wayBetween(world, subject, filter.table);
    const read = filter.filters.flatMap((one) => tablesRead({ world, subject: filter.table }, one));
    return read.some((table) => {
      const passed = way?.findIndex(({ to }) => to === table) ?? -1;
      return passed >= 0 && !isReversed(way?.slice(passed + 1) ?? [], wayBetween(world, filter.table, table));
    });
  }
  return tablesRead({ world, subject }, filter).some((table) => {
    const way = wayBetween(world, start, table) ?? [];
    const between = way.find(({ fansOut }) => fansOut);
    if (between === undefined || between.to === table) return false;
    return !isSameWay(way.slice(way.indexOf(between) + 1), wayBetween(world, between.to, table));
  });
}

const isSameWay = (one: readonly Step[], other: readonly Step[] | null): boolean =>
  one.length === other?.length &&
  one.every(({ to, fromColumn }, at) => other[at]?.to === to && other[at]?.fromColumn === fromColumn);

/** Whether the second path reverses the steps of the first. */
const isReversed = (way: readonly Step[], back: readonly Step[] | null): boolean =>
  way.length === back?.length &&
  way.every(({ fromColumn, toColumn }, at) => {
    const step = back.at(-1 - at);
    return step?.fromColumn === toColumn && step.toColumn === fromColumn;
  });
