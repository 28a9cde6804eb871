import type { ColumnRef, Dimension, Filter, Measure, PeriodSeries, SemanticQuery } from '@querent/contracts';
import { aggregated, figure, type Figure } from './aggregated';
import type { EvaluationContext } from './evaluation-context';
import { compared, comparedRounded, rowsThatSatisfy, satisfies, tablesRead, timesOthers } from './conditions';
import { addDays, earlierPeriod } from './civil-time';
import type { ExpectedResult, ExpectedRow } from './expected-result';
import { homesOf, isOfNone, measured } from './figures';
import { isMissing, keysOf, keyText, periodsOf, type KeyPart } from './group-keys';
import { looksUp, wayBetween } from './related-rows';
import type { Row } from './random/world';

interface Group {
  key: KeyPart[];
  /** Rows of the group by their table. */
  rows: Map<string, Row[]>;
  isOptional: boolean;
}

/** Evaluates a breakdown, a ranking or a single row of figures. */
export function evaluateGroups(context: EvaluationContext, query: SemanticQuery): ExpectedResult {
  const groups = boundedGroups(context, query);
  const totals = new Map<string, Figure>();
  const before = groupsBefore(context, query, groups);
  const rows = groups.map((group): ExpectedRow => {
    const figures = query.measures.map((measure) => figuresOf(context, query, measure, group, groups, totals, before));
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

/** The groups that satisfy the bounds. Groups of things without rows are included if they count. */
export function boundedGroups(context: EvaluationContext, query: SemanticQuery): Group[] {
  const groups = groupsWithRows(context, query);
  if (context.conventions.includesThingsWithNone)
    for (const group of groupsWithNone(context, query, [...groups.values()]))
      if (!groups.has(keyText(group.key))) groups.set(keyText(group.key), group);
  const apart = context.conventions.namesakesStayApart ? [...groups.values()] : mergedByName([...groups.values()]);
  const isBounded = query.withNone === true || query.having.length > 0 || isRanked(query);
  const known = apart.filter(
    (group) =>
      !isBounded || !context.conventions.leavesOutMissingKeys || !isMissing(context, query.dimensions, group.key),
  );
  const bounds = query.having.map((bound) => ({ ...bound, than: thanWhat(context, query, bound, known) }));
  return known.filter((group) =>
    bounds.every(({ measure, op, than, against }) => {
      const { value } = measured(context, measure, rowsIn(group));
      return (against ? comparedRounded(value, op, than) : compared(value, op, than)) === true;
    }),
  );
}

/**
 * The right side of a bound: a number, or a multiple of the figure of all groups before bounds or of the named rows.
 */
function thanWhat(
  context: EvaluationContext,
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
        groups.map((group) => measured(context, measure, rowsIn(group)).value),
      ).value,
    );
  const own = { ...context, filters: [...context.filters, ...among], isGrouped: false };
  const named = (home: string): Row[] =>
    rowsAskedAbout(context, { ...query, filters: [...query.filters, ...among] }, home);
  return timesOthers(value, measured(own, measure, named).value);
}

const rowsIn = (group: Group) => (home: string) => group.rows.get(home) ?? [];

const isRanked = ({ limit, order }: SemanticQuery): boolean =>
  limit !== null && order[0] !== undefined && ['measure', 'change', 'growth'].includes(order[0].by.kind);

function groupsWithRows(context: EvaluationContext, query: SemanticQuery): Map<string, Group> {
  const groups = new Map<string, Group>();
  const measures = [...query.measures, ...query.having.map(({ measure }) => measure)];
  if (query.dimensions.length === 0) groups.set(keyText([]), { key: [], rows: new Map(), isOptional: false });
  for (const home of new Set(measures.flatMap((measure) => homesOf(context.world, measure)))) {
    for (const row of rowsAskedAbout(context, query, home)) {
      for (const key of keysOf(context, home, row, query.dimensions)) {
        const group = groups.get(keyText(key)) ?? { key, rows: new Map<string, Row[]>(), isOptional: false };
        group.rows.set(home, [...(group.rows.get(home) ?? []), row]);
        groups.set(keyText(key), group);
      }
    }
  }
  for (const key of periodsShown(context, query))
    if (!groups.has(keyText([key]))) groups.set(keyText([key]), { key: [key], rows: new Map(), isOptional: true });
  return groups;
}

/** The rows of a table that satisfy the query's conditions; for a comparison, those of both periods. */
function rowsAskedAbout(context: EvaluationContext, query: SemanticQuery, home: string): Row[] {
  const rows = rowsThatSatisfy(context, home, query.filters);
  return query.compare === null
    ? rows
    : rows.filter(
        (row) => isInPeriod(context, query, home, row, 'base') || isInPeriod(context, query, home, row, 'current'),
      );
}

function isInPeriod(
  context: EvaluationContext,
  { compare }: SemanticQuery,
  home: string,
  row: Row,
  period: 'base' | 'current',
): boolean {
  if (compare === null) return true;
  return satisfies(context, home, row, [
    { kind: 'time', column: compare.column, range: compare[period], negated: false },
  ]);
}

/** Groups of things without rows, if 0 satisfies a bound or the fewest are asked for. */
function groupsWithNone(context: EvaluationContext, query: SemanticQuery, groups: readonly Group[]): Group[] {
  const counted = query.having
    .filter(
      ({ measure, op, value, against }) =>
        isOfNone(context, measure) && (against !== undefined || compared(0, op, value) === true),
    )
    .map(({ measure }) => measure);
  const [first] = query.order;
  const fewest =
    isRanked(query) && first?.direction === 'asc' && first.by.kind === 'measure'
      ? query.measures[first.by.index]
      : undefined;
  if (fewest && (fewest.share?.of === 'total' || isOfNone(context, fewest))) counted.push(fewest);
  if (query.withNone) return groupsOfAll(context, query, groups);
  const homes = [...new Set(counted.flatMap((measure) => homesOf(context.world, measure)))];
  return homes
    .flatMap((home) => keysOfThings(context, query, home, groups))
    .map((key) => ({ key, rows: new Map(), isOptional: false }));
}

/**
 * "Customers and their orders": every thing that satisfies the conditions, if all figures are of rows that belong to
 * it.
 */
function groupsOfAll(context: EvaluationContext, query: SemanticQuery, groups: readonly Group[]): Group[] {
  const measures = [...query.measures, ...query.having.map(({ measure }) => measure)];
  const homes = [...new Set(measures.flatMap((measure) => homesOf(context.world, measure)))];
  const things = homes.map((home) => thingsGroupedBy(context, home, query.dimensions));
  if (things.some((table) => table === null || table !== things[0])) return [];
  const keys = homes.map((home) => keysOfThings(context, query, home, groups));
  const inAll = (keys[0] ?? []).filter((key) => keys.every((all) => all.some((one) => keyText(one) === keyText(key))));
  return inAll.map((key) => ({ key, rows: new Map(), isOptional: false }));
}

/**
 * The keys of all things. "In each channel the client with the fewest orders" asks about every client in each channel
 * that occurs; "of each category the product with the fewest" about a product in its own category alone.
 */
function keysOfThings(
  context: EvaluationContext,
  query: SemanticQuery,
  home: string,
  groups: readonly Group[],
): KeyPart[][] {
  const { dimensions, limitPer } = query;
  const things = thingsGroupedBy(context, home, dimensions);
  if (things !== null) return keysLeft(context, query, home, things, dimensions);
  const partition = limitPer === null ? undefined : dimensions[limitPer];
  if (limitPer === null || partition === undefined) return [];
  const others = dimensions.filter((dimension) => dimension !== partition);
  const paired = thingsGroupedBy(context, home, others);
  if (paired === null || leadsThrough(context, home, paired, partition.column.table)) return [];
  const keys = keysLeft(context, query, home, paired, others);
  const partitions = new Map(
    groups.flatMap(({ key }) => key.slice(limitPer, limitPer + 1)).map((part) => [keyText([part]), part]),
  );
  return [...partitions.values()].flatMap((part) => keys.map((key) => key.toSpliced(limitPer, 0, part)));
}

/** The keys of the things that the conditions on them leave, and on what the counted rows have through them. */
function keysLeft(
  context: EvaluationContext,
  query: SemanticQuery,
  home: string,
  things: string,
  dimensions: readonly Dimension[],
): KeyPart[][] {
  const filters = query.filters.filter((filter) =>
    tablesRead(context, filter).every((table) => leadsThrough(context, home, things, table)),
  );
  return rowsThatSatisfy(context, things, filters).flatMap((row) => keysOf(context, things, row, dimensions));
}

/** The table whose rows the groups are of: the way from the counted rows to every dimension leads through it. */
function thingsGroupedBy(context: EvaluationContext, home: string, dimensions: readonly Dimension[]): string | null {
  const tables = [...new Set(dimensions.map(({ column }) => column.table))];
  return (
    tables.find(
      (table) =>
        table !== home &&
        tables.every((other) => looksUp(context.world, table, other) && leadsThrough(context, home, table, other)),
    ) ?? null
  );
}

/** Whether what the counted rows have of a table is what their things have of it. */
function leadsThrough(context: EvaluationContext, home: string, things: string, table: string): boolean {
  return table === things || (wayBetween(context.world, home, table) ?? []).some(({ to }) => to === things);
}

/** A breakdown by periods of a range may include periods without rows. */
function periodsShown(context: EvaluationContext, { dimensions, filters }: SemanticQuery): KeyPart[] {
  const [only, ...others] = dimensions;
  return only === undefined || others.length > 0 ? [] : periodsOf(context, only, filters);
}

function figuresOf(
  context: EvaluationContext,
  query: SemanticQuery,
  measure: Measure,
  group: Group,
  groups: Group[],
  totals: Map<string, Figure>,
  before: GroupsBefore | null,
): Figure[] {
  if (query.compare !== null) return comparedFigures(context, query, measure, group);
  if (before !== null) return seriesFigures(context, query, before, measure, group);
  const value = measured(context, measure, rowsIn(group));
  if (measure.share?.of !== 'total') return [value];
  const key = JSON.stringify(measure);
  const total =
    totals.get(key) ??
    (context.conventions.sharesOfOwnTotal
      ? measured(context, measure, (home) => rowsAskedAbout(context, query, home))
      : sumOverGroups(context, measure, groups));
  totals.set(key, total);
  return [
    Number(total.value) === 0 || value.value === null
      ? figure(null)
      : { value: Number(value.value) / Number(total.value), isNothing: value.isNothing },
  ];
}

function sumOverGroups(context: EvaluationContext, measure: Measure, groups: Group[]): Figure {
  return figure(groups.reduce((sum, group) => sum + Number(measured(context, measure, rowsIn(group)).value ?? 0), 0));
}

/** The figures of the current and the base period, their difference, and the growth relative to the base. */
function comparedFigures(context: EvaluationContext, query: SemanticQuery, measure: Measure, group: Group): Figure[] {
  const { compare } = query;
  const of = (period: 'base' | 'current'): Figure => {
    const during: Filter[] = compare
      ? [{ kind: 'time', column: compare.column, range: compare[period], negated: false }]
      : [];
    return measured({ ...context, filters: [...context.filters, ...during] }, measure, (home) =>
      rowsIn(group)(home).filter((row) => isInPeriod(context, query, home, row, period)),
    );
  };
  return changed(of('current'), of('base'));
}

/**
 * The groups with which the periods of a series are compared: the other groups, or those a year earlier under shifted
 * conditions.
 */
interface GroupsBefore {
  series: PeriodSeries;
  filters: Filter[];
  groups: ReadonlyMap<string, Group>;
}

function groupsBefore(context: EvaluationContext, query: SemanticQuery, groups: readonly Group[]): GroupsBefore | null {
  const { series } = query;
  if (!series || query.compare !== null) return null;
  if (series.to === 'previous')
    return { series, filters: query.filters, groups: new Map(groups.map((group) => [keyText(group.key), group])) };
  const dimension = query.dimensions[series.dimension];
  if (dimension === undefined) throw new Error('a series is of a dimension');
  const filters = query.filters.map((filter) => aYearBefore(filter, dimension.column));
  return { series, filters, groups: groupsWithRows({ ...context, filters }, { ...query, filters }) };
}

/** Pairs each period with the previous one of the breakdown, or with the same one a year earlier. */
function seriesFigures(
  context: EvaluationContext,
  query: SemanticQuery,
  { series: { dimension: at, to }, filters, groups }: GroupsBefore,
  measure: Measure,
  group: Group,
): Figure[] {
  const current = measured(context, measure, rowsIn(group));
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
      before ? measured(context, measure, rowsIn(before)) : figure(null),
    );
    return [current, change, growth];
  }
  return changed(
    current,
    before ? measured({ ...context, filters }, measure, rowsIn(before)) : measured(context, measure, () => []),
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

/** Current, base, difference, and growth relative to the base. */
function changed(current: Figure, base: Figure): Figure[] {
  const isNothing = current.isNothing || base.isNothing;
  if (current.value === null || base.value === null) return [current, base, figure(null), figure(null)];
  const change = Number(current.value) - Number(base.value);
  const growth = Number(base.value) === 0 ? null : change / Math.abs(Number(base.value));
  return [current, base, { value: change, isNothing }, { value: growth, isNothing }];
}

/** Merges the groups of namesakes, as a grouping by name would. */
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
