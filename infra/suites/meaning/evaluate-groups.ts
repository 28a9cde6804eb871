import type { ColumnRef, Dimension, Filter, Measure, PeriodSeries, SemanticQuery } from '@querent/contracts';
import { aggregated, figure, type Figure } from './aggregated';
import type { Asked } from './asked';
import { compared, comparedRounded, rowsThatSatisfy, satisfies, tablesRead, timesOthers } from './conditions';
import { addDays, earlierPeriod } from './civil-time';
import type { ExpectedResult, ExpectedRow } from './expected-result';
import { homesOf, isOfNone, measured } from './figures';
import { isMissing, keysOf, keyText, periodsOf, type KeyPart } from './group-keys';
import { looksUp, wayBetween } from './related-rows';
import type { Row } from './random/world';

interface Group {
  key: KeyPart[];
  /** Its rows, by the table that they are of. */
  rows: Map<string, Row[]>;
  isOptional: boolean;
}

/** A breakdown, a ranking or a single row of figures. */
export function evaluateGroups(asked: Asked, query: SemanticQuery): ExpectedResult {
  const groups = boundedGroups(asked, query);
  const totals = new Map<string, Figure>();
  const before = groupsBefore(asked, query, groups);
  const rows = groups.map((group): ExpectedRow => {
    const figures = query.measures.map((measure) => figuresOf(asked, query, measure, group, groups, totals, before));
    const ranks = query.order.map(({ by }) => {
      if (by.kind === 'dimension') return figure(group.key[by.index]?.value ?? null);
      if (by.kind === 'measure') return figures[by.index]?.[0] ?? figure(null);
      if (by.kind === 'change') return figures[by.index]?.at(-2) ?? figure(null);
      if (by.kind === 'growth') return figures[by.index]?.at(-1) ?? figure(null);
      throw new Error(`groups have no order by ${by.kind}`);
    });
    const partition = query.limitPer === null ? null : keyText(group.key.slice(query.limitPer, query.limitPer + 1));
    return {
      cells: [...group.key.map(({ value }) => figure(value)), ...figures.flat()],
      ranks,
      partition,
      isOptional: group.isOptional,
    };
  });
  return {
    rows,
    order: query.order.map(({ direction }) => direction),
    limit: query.limit,
    offset: query.offset ?? 0,
    limitPer: query.limitPer,
  };
}

/** The groups with rows and, where they count, of things that have none, as far as the bounds leave them. */
export function boundedGroups(asked: Asked, query: SemanticQuery): Group[] {
  const groups = groupsWithRows(asked, query);
  if (asked.conventions.includesThingsWithNone)
    for (const group of groupsWithNone(asked, query, [...groups.values()]))
      if (!groups.has(keyText(group.key))) groups.set(keyText(group.key), group);
  const apart = asked.conventions.namesakesStayApart ? [...groups.values()] : mergedByName([...groups.values()]);
  const isBounded = query.withNone === true || query.having.length > 0 || isRanked(query);
  const known = apart.filter(
    (group) => !isBounded || !asked.conventions.leavesOutMissingKeys || !isMissing(asked, query.dimensions, group.key),
  );
  const bounds = query.having.map((bound) => ({ ...bound, than: thanWhat(asked, query, bound, known) }));
  return known.filter((group) =>
    bounds.every(({ measure, op, than, against }) => {
      const { value } = measured(asked, measure, rowsIn(group));
      return (against ? comparedRounded(value, op, than) : compared(value, op, than)) === true;
    }),
  );
}

/**
 * A number; or so many times the figure of the groups before any bound, or of all rows that are named, as one group.
 */
function thanWhat(
  asked: Asked,
  query: SemanticQuery,
  { measure, value, against }: SemanticQuery['having'][number],
  groups: readonly Group[],
): number | string | boolean | null {
  if (!against) return value;
  const { fn, among } = against;
  if (!among)
    return timesOthers(
      value,
      aggregated(
        fn,
        groups.map((group) => measured(asked, measure, rowsIn(group)).value),
      ).value,
    );
  const own = { ...asked, filters: [...asked.filters, ...among], isGrouped: false };
  const named = (home: string): Row[] =>
    rowsAskedAbout(asked, { ...query, filters: [...query.filters, ...among] }, home);
  return timesOthers(value, measured(own, measure, named).value);
}

const rowsIn = (group: Group) => (home: string) => group.rows.get(home) ?? [];

const isRanked = ({ limit, order }: SemanticQuery): boolean =>
  limit !== null && order[0] !== undefined && ['measure', 'change', 'growth'].includes(order[0].by.kind);

function groupsWithRows(asked: Asked, query: SemanticQuery): Map<string, Group> {
  const groups = new Map<string, Group>();
  const measures = [...query.measures, ...query.having.map(({ measure }) => measure)];
  if (query.dimensions.length === 0) groups.set(keyText([]), { key: [], rows: new Map(), isOptional: false });
  for (const home of new Set(measures.flatMap((measure) => homesOf(asked.world, measure)))) {
    for (const row of rowsAskedAbout(asked, query, home)) {
      for (const key of keysOf(asked, home, row, query.dimensions)) {
        const group = groups.get(keyText(key)) ?? { key, rows: new Map<string, Row[]>(), isOptional: false };
        group.rows.set(home, [...(group.rows.get(home) ?? []), row]);
        groups.set(keyText(key), group);
      }
    }
  }
  for (const key of periodsShown(asked, query))
    if (!groups.has(keyText([key]))) groups.set(keyText([key]), { key: [key], rows: new Map(), isOptional: true });
  return groups;
}

/** The rows of a table under the query's conditions; of a comparison those of its two periods. */
function rowsAskedAbout(asked: Asked, query: SemanticQuery, home: string): Row[] {
  const rows = rowsThatSatisfy(asked, home, query.filters);
  return query.compare === null
    ? rows
    : rows.filter(
        (row) => isInPeriod(asked, query, home, row, 'base') || isInPeriod(asked, query, home, row, 'current'),
      );
}

function isInPeriod(
  asked: Asked,
  { compare }: SemanticQuery,
  home: string,
  row: Row,
  period: 'base' | 'current',
): boolean {
  if (compare === null) return true;
  return satisfies(asked, home, row, [
    { kind: 'time', column: compare.column, range: compare[period], negated: false },
  ]);
}

/** Where 0 satisfies a bound, or the fewest are asked for, every thing that the conditions leave takes part. */
function groupsWithNone(asked: Asked, query: SemanticQuery, groups: readonly Group[]): Group[] {
  const counted = query.having
    .filter(
      ({ measure, op, value, against }) =>
        isOfNone(asked, measure) && (against !== undefined || compared(0, op, value) === true),
    )
    .map(({ measure }) => measure);
  const [first] = query.order;
  const fewest =
    isRanked(query) && first?.direction === 'asc' && first.by.kind === 'measure'
      ? query.measures[first.by.index]
      : undefined;
  if (fewest && (fewest.share?.of === 'total' || isOfNone(asked, fewest))) counted.push(fewest);
  if (query.withNone) return groupsOfAll(asked, query, groups);
  const homes = [...new Set(counted.flatMap((measure) => homesOf(asked.world, measure)))];
  return homes
    .flatMap((home) => keysOfThings(asked, query, home, groups))
    .map((key) => ({ key, rows: new Map(), isOptional: false }));
}

/**
 * "Customers and their orders": every thing that the conditions leave, where all figures are of rows that belong to it.
 */
function groupsOfAll(asked: Asked, query: SemanticQuery, groups: readonly Group[]): Group[] {
  const measures = [...query.measures, ...query.having.map(({ measure }) => measure)];
  const homes = [...new Set(measures.flatMap((measure) => homesOf(asked.world, measure)))];
  const things = homes.map((home) => thingsGroupedBy(asked, home, query.dimensions));
  if (things.some((table) => table === null || table !== things[0])) return [];
  const keys = homes.map((home) => keysOfThings(asked, query, home, groups));
  const inAll = (keys[0] ?? []).filter((key) => keys.every((all) => all.some((one) => keyText(one) === keyText(key))));
  return inAll.map((key) => ({ key, rows: new Map(), isOptional: false }));
}

/**
 * The keys of all things. "In each channel the client with the fewest orders" asks about every client in each channel
 * that occurs; "of each category the product with the fewest" about a product in its own category alone.
 */
function keysOfThings(asked: Asked, query: SemanticQuery, home: string, groups: readonly Group[]): KeyPart[][] {
  const { dimensions, limitPer } = query;
  const things = thingsGroupedBy(asked, home, dimensions);
  if (things !== null) return keysLeft(asked, query, home, things, dimensions);
  const partition = limitPer === null ? undefined : dimensions[limitPer];
  if (limitPer === null || partition === undefined) return [];
  const others = dimensions.filter((dimension) => dimension !== partition);
  const paired = thingsGroupedBy(asked, home, others);
  if (paired === null || leadsThrough(asked, home, paired, partition.column.table)) return [];
  const keys = keysLeft(asked, query, home, paired, others);
  const partitions = new Map(
    groups.flatMap(({ key }) => key.slice(limitPer, limitPer + 1)).map((part) => [keyText([part]), part]),
  );
  return [...partitions.values()].flatMap((part) => keys.map((key) => key.toSpliced(limitPer, 0, part)));
}

/** The keys of the things that the conditions on them leave, and on what the counted rows have through them. */
function keysLeft(
  asked: Asked,
  query: SemanticQuery,
  home: string,
  things: string,
  dimensions: readonly Dimension[],
): KeyPart[][] {
  const filters = query.filters.filter((filter) =>
    tablesRead(asked, filter).every((table) => leadsThrough(asked, home, things, table)),
  );
  return rowsThatSatisfy(asked, things, filters).flatMap((row) => keysOf(asked, things, row, dimensions));
}

/** The table whose rows the groups are of: the way from the counted rows to every dimension leads through it. */
function thingsGroupedBy(asked: Asked, home: string, dimensions: readonly Dimension[]): string | null {
  const tables = [...new Set(dimensions.map(({ column }) => column.table))];
  return (
    tables.find(
      (table) =>
        table !== home &&
        tables.every((other) => looksUp(asked.world, table, other) && leadsThrough(asked, home, table, other)),
    ) ?? null
  );
}

/** Whether what the counted rows have of a table is what their things have of it. */
function leadsThrough(asked: Asked, home: string, things: string, table: string): boolean {
  return table === things || (wayBetween(asked.world, home, table) ?? []).some(({ to }) => to === things);
}

/** A breakdown by the periods of a range may show those without rows. */
function periodsShown(asked: Asked, { dimensions, filters }: SemanticQuery): KeyPart[] {
  const [only, ...others] = dimensions;
  return only === undefined || others.length > 0 ? [] : periodsOf(asked, only, filters);
}

function figuresOf(
  asked: Asked,
  query: SemanticQuery,
  measure: Measure,
  group: Group,
  groups: Group[],
  totals: Map<string, Figure>,
  before: GroupsBefore | null,
): Figure[] {
  if (query.compare !== null) return comparedFigures(asked, query, measure, group);
  if (before !== null) return seriesFigures(asked, query, before, measure, group);
  const value = measured(asked, measure, rowsIn(group));
  if (measure.share?.of !== 'total') return [value];
  const key = JSON.stringify(measure);
  const total =
    totals.get(key) ??
    (asked.conventions.sharesOfOwnTotal
      ? measured(asked, measure, (home) => rowsAskedAbout(asked, query, home))
      : sumOverGroups(asked, measure, groups));
  totals.set(key, total);
  return [
    Number(total.value) === 0 || value.value === null
      ? figure(null)
      : { value: Number(value.value) / Number(total.value), isNothing: value.isNothing },
  ];
}

function sumOverGroups(asked: Asked, measure: Measure, groups: Group[]): Figure {
  return figure(groups.reduce((sum, group) => sum + Number(measured(asked, measure, rowsIn(group)).value ?? 0), 0));
}

/** The current period, the base, their difference, and the growth as a part of the base. */
function comparedFigures(asked: Asked, query: SemanticQuery, measure: Measure, group: Group): Figure[] {
  const { compare } = query;
  const of = (period: 'base' | 'current'): Figure => {
    const during: Filter[] = compare
      ? [{ kind: 'time', column: compare.column, range: compare[period], negated: false }]
      : [];
    return measured({ ...asked, filters: [...asked.filters, ...during] }, measure, (home) =>
      rowsIn(group)(home).filter((row) => isInPeriod(asked, query, home, row, period)),
    );
  };
  return changed(of('current'), of('base'));
}

/**
 * What each period of a series is held against: the other groups, or those a year before under the conditions moved
 * back.
 */
interface GroupsBefore {
  series: PeriodSeries;
  filters: Filter[];
  groups: ReadonlyMap<string, Group>;
}

function groupsBefore(asked: Asked, query: SemanticQuery, groups: readonly Group[]): GroupsBefore | null {
  const { series } = query;
  if (!series || query.compare !== null) return null;
  if (series.to === 'previous')
    return { series, filters: query.filters, groups: new Map(groups.map((group) => [keyText(group.key), group])) };
  const dimension = query.dimensions[series.dimension];
  if (dimension === undefined) throw new Error('a series is of a dimension');
  const filters = query.filters.map((filter) => aYearBefore(filter, dimension.column));
  return { series, filters, groups: groupsWithRows({ ...asked, filters }, { ...query, filters }) };
}

/** Beside each period the one before it in the breakdown, or the same a year before. */
function seriesFigures(
  asked: Asked,
  query: SemanticQuery,
  { series: { dimension: at, to }, filters, groups }: GroupsBefore,
  measure: Measure,
  group: Group,
): Figure[] {
  const current = measured(asked, measure, rowsIn(group));
  const dimension = query.dimensions[at];
  const period = group.key[at]?.value;
  if (dimension?.grain === undefined) throw new Error('a series is of a grain');
  const earlier =
    typeof period !== 'string' ? null : earlierPeriod(period, to === 'previous' ? dimension.grain : 'year');
  const wanted =
    earlier === null ? null : keyText(group.key.with(at, { value: earlier, thing: null, isMissing: false }));
  const before = wanted === null ? undefined : groups.get(wanted);
  if (to === 'previous') {
    const [, , change = figure(null), growth = figure(null)] = changed(
      current,
      before ? measured(asked, measure, rowsIn(before)) : figure(null),
    );
    return [current, change, growth];
  }
  return changed(
    current,
    before ? measured({ ...asked, filters }, measure, rowsIn(before)) : measured(asked, measure, () => []),
  );
}

function aYearBefore(filter: Filter, column: ColumnRef): Filter {
  if (filter.kind !== 'time' || filter.negated || !isSameColumn(filter.column, column)) return filter;
  const { from, to } = filter.range;
  return {
    ...filter,
    range: {
      ...filter.range,
      from: from === null ? null : earlierPeriod(from, 'year'),
      to: to === null ? null : addDays(earlierPeriod(addDays(to, -1), 'year'), 1),
    },
  };
}

const isSameColumn = (first: ColumnRef, second: ColumnRef): boolean =>
  first.table === second.table && first.column === second.column;

/** Current, base, their difference, and the growth as a part of the base. */
function changed(current: Figure, base: Figure): Figure[] {
  const isNothing = current.isNothing || base.isNothing;
  if (current.value === null || base.value === null) return [current, base, figure(null), figure(null)];
  const change = Number(current.value) - Number(base.value);
  const growth = Number(base.value) === 0 ? null : change / Math.abs(Number(base.value));
  return [current, base, { value: change, isNothing }, { value: growth, isNothing }];
}

/** What a grouping by name alone would make of namesakes. */
function mergedByName(groups: Group[]): Group[] {
  const merged = new Map<string, Group>();
  for (const group of groups) {
    const name = JSON.stringify(group.key.map(({ value }) => value));
    const known = merged.get(name);
    if (known === undefined) merged.set(name, { ...group, rows: new Map(group.rows) });
    else
      for (const [home, rows] of group.rows)
        known.rows.set(home, [...new Set([...(known.rows.get(home) ?? []), ...rows])]);
  }
  return [...merged.values()];
}
