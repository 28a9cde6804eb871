import type { Dimension, Measure, SemanticQuery } from '@querent/contracts';
import { figure, type Figure } from './aggregated';
import { compared, rowsThatSatisfy, satisfies, tablesRead, type Asked } from './conditions';
import { addDays, periodStart } from './civil-time';
import type { ExpectedResult, ExpectedRow } from './expected-result';
import { homesOf, isOfNone, measured } from './figures';
import { keysOf, keyText, type KeyPart } from './group-keys';
import { looksUp, wayBetween } from './related-rows';
import { columnOf, type Row } from './world';

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
  const rows = groups.map((group): ExpectedRow => {
    const figures = query.measures.map((measure) => figuresOf(asked, query, measure, group, groups, totals));
    const ranks = query.order.map(({ by }) => {
      if (by.kind === 'dimension') return figure(group.key[by.index]?.value ?? null);
      if (by.kind === 'measure') return figures[by.index]?.[0] ?? figure(null);
      if (by.kind === 'change') return figures[by.index]?.[2] ?? figure(null);
      if (by.kind === 'growth') return figures[by.index]?.[3] ?? figure(null);
      throw new Error(`groups have no order by ${by.kind}`);
    });
    const partition = query.limitPer === null ? null : keyText(group.key.slice(query.limitPer, query.limitPer + 1));
    return { cells: [...group.key.map(({ value }) => figure(value)), ...figures.flat()], ranks, partition, isOptional: group.isOptional };
  });
  return { rows, order: query.order.map(({ direction }) => direction), limit: query.limit, isLimitPer: query.limitPer !== null };
}

/** The groups that are asked about: those with rows, those of things that have none where they count, without those that bounds leave out. */
export function boundedGroups(asked: Asked, query: SemanticQuery): Group[] {
  const groups = groupsWithRows(asked, query);
  if (asked.conventions.includesThingsWithNone) for (const group of groupsWithNone(asked, query, [...groups.values()])) if (!groups.has(keyText(group.key))) groups.set(keyText(group.key), group);
  const apart = asked.conventions.namesakesStayApart ? [...groups.values()] : mergedByName([...groups.values()]);
  const isBounded = query.having.length > 0 || isRanked(query);
  return apart
    .filter((group) => !isBounded || !asked.conventions.leavesOutMissingKeys || !isMissing(asked, query.dimensions, group))
    .filter((group) => query.having.every(({ measure, op, value }) => compared(measured(asked, measure, rowsIn(group)).value, op, value) === true));
}

const rowsIn = (group: Group) => (home: string) => group.rows.get(home) ?? [];

const isRanked = ({ limit, order }: SemanticQuery): boolean => limit !== null && order[0] !== undefined && ['measure', 'change', 'growth'].includes(order[0].by.kind);

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
  for (const key of periodsOf(query)) if (!groups.has(keyText([key]))) groups.set(keyText([key]), { key: [key], rows: new Map(), isOptional: true });
  return groups;
}

/** The rows of a table under the query's conditions; of a comparison those of its two periods. */
function rowsAskedAbout(asked: Asked, query: SemanticQuery, home: string): Row[] {
  const rows = rowsThatSatisfy(asked, home, query.filters);
  return query.compare === null ? rows : rows.filter((row) => isInPeriod(asked, query, home, row, 'base') || isInPeriod(asked, query, home, row, 'current'));
}

function isInPeriod(asked: Asked, { compare }: SemanticQuery, home: string, row: Row, period: 'base' | 'current'): boolean {
  if (compare === null) return true;
  return satisfies(asked, home, row, [{ kind: 'time', column: compare.column, range: compare[period], negated: false }]);
}

/** Where 0 satisfies a bound, or the fewest are asked for, every thing that the conditions leave takes part. */
function groupsWithNone(asked: Asked, query: SemanticQuery, groups: readonly Group[]): Group[] {
  const counted = query.having.filter(({ measure, op, value }) => isOfNone(asked, measure) && compared(0, op, value) === true).map(({ measure }) => measure);
  const [first] = query.order;
  const fewest = isRanked(query) && first?.direction === 'asc' && first.by.kind === 'measure' ? query.measures[first.by.index] : undefined;
  if (fewest && (fewest.share?.of === 'total' || isOfNone(asked, fewest))) counted.push(fewest);
  const homes = [...new Set(counted.flatMap((measure) => homesOf(asked.world, measure)))];
  return homes.flatMap((home) => keysOfThings(asked, query, home, groups)).map((key) => ({ key, rows: new Map(), isOptional: false }));
}

/** The keys of all things; "in each channel the client with the fewest orders" asks about every client in each channel that occurs. */
function keysOfThings(asked: Asked, query: SemanticQuery, home: string, groups: readonly Group[]): KeyPart[][] {
  const { dimensions, limitPer } = query;
  const keys = (of: readonly Dimension[]): KeyPart[][] | null => {
    const things = thingsGroupedBy(asked, home, of);
    if (things === null) return null;
    const filters = query.filters.filter((filter) => tablesRead(asked, filter).every((table) => leadsThrough(asked, home, things, table)));
    return rowsThatSatisfy(asked, things, filters).flatMap((row) => keysOf(asked, things, row, of));
  };
  const whole = keys(dimensions);
  if (whole !== null || limitPer === null) return whole ?? [];
  const partitions = new Map(groups.flatMap(({ key }) => key.slice(limitPer, limitPer + 1)).map((part) => [keyText([part]), part]));
  const others = keys(dimensions.filter((_, index) => index !== limitPer)) ?? [];
  return [...partitions.values()].flatMap((part) => others.map((key) => key.toSpliced(limitPer, 0, part)));
}

/** The table whose rows the groups are of: the way from the counted rows to every dimension leads through it. */
function thingsGroupedBy(asked: Asked, home: string, dimensions: readonly Dimension[]): string | null {
  const tables = [...new Set(dimensions.map(({ column }) => column.table))];
  return tables.find((table) => table !== home && tables.every((other) => looksUp(asked.world, table, other) && leadsThrough(asked, home, table, other))) ?? null;
}

/** Whether what the counted rows have of a table is what their things have of it. */
function leadsThrough(asked: Asked, home: string, things: string, table: string): boolean {
  return table === things || (looksUp(asked.world, things, table) && (wayBetween(asked.world, home, table) ?? []).some(({ to }) => to === things));
}

/** What is known of a thing beside its name, such as its region, may be missing: the thing is there all the same. */
function isMissing(asked: Asked, dimensions: readonly Dimension[], { key }: Group): boolean {
  const named = dimensions.map(({ column }) => column).filter(({ table, column }) => columnOf(asked.world, table, column).role === 'name');
  return dimensions.some(({ column }, index) => {
    const isKnownOfThing = named.some((thing) => thing !== column && looksUp(asked.world, thing.table, column.table) && (thing.table !== column.table || column.column !== thing.column));
    return !isKnownOfThing && key[index]?.isMissing === true;
  });
}

/** A breakdown by the periods of a bounded range may show those without rows, too. */
function periodsOf({ dimensions, filters }: SemanticQuery): KeyPart[] {
  const [only] = dimensions;
  const grain = only?.grain;
  if (only === undefined || grain === undefined || dimensions.length > 1) return [];
  const range = filters.flatMap((filter) => (filter.kind === 'time' && !filter.negated && filter.column.table === only.column.table && filter.column.column === only.column.column ? [filter.range] : []))[0];
  if (!range?.from || !range.to) return [];
  const starts = new Set<string>();
  for (let day = range.from; day < range.to; day = addDays(day, 1)) starts.add(periodStart(day, grain));
  return [...starts].map((value) => ({ value, thing: null, isMissing: false }));
}

function figuresOf(asked: Asked, query: SemanticQuery, measure: Measure, group: Group, groups: Group[], totals: Map<string, Figure>): Figure[] {
  if (query.compare !== null) return comparedFigures(asked, query, measure, group);
  const value = measured(asked, measure, rowsIn(group));
  if (measure.share?.of !== 'total') return [value];
  const key = JSON.stringify(measure);
  const total = totals.get(key) ?? (asked.conventions.sharesOfOwnTotal ? measured(asked, measure, (home) => rowsAskedAbout(asked, query, home)) : sumOverGroups(asked, measure, groups));
  totals.set(key, total);
  return [Number(total.value) === 0 || value.value === null ? figure(null) : { value: Number(value.value) / Number(total.value), isNothing: value.isNothing }];
}

function sumOverGroups(asked: Asked, measure: Measure, groups: Group[]): Figure {
  return figure(groups.reduce((sum, group) => sum + Number(measured(asked, measure, rowsIn(group)).value ?? 0), 0));
}

/** The current period, the base, their difference, and the growth as a part of the base. */
function comparedFigures(asked: Asked, query: SemanticQuery, measure: Measure, group: Group): Figure[] {
  const of = (period: 'base' | 'current'): Figure => measured(asked, measure, (home) => rowsIn(group)(home).filter((row) => isInPeriod(asked, query, home, row, period)));
  const [current, base] = [of('current'), of('base')];
  if (current.value === null || base.value === null) return [current, base, figure(null), figure(null)];
  const change = Number(current.value) - Number(base.value);
  const isNothing = current.isNothing && base.isNothing;
  return [current, base, { value: change, isNothing }, figure(Number(base.value) === 0 ? null : change / Math.abs(Number(base.value)))];
}

/** What a grouping by name alone would make of namesakes. */
function mergedByName(groups: Group[]): Group[] {
  const merged = new Map<string, Group>();
  for (const group of groups) {
    const name = JSON.stringify(group.key.map(({ value }) => value));
    const known = merged.get(name);
    if (known === undefined) merged.set(name, { ...group, rows: new Map(group.rows) });
    else for (const [home, rows] of group.rows) known.rows.set(home, [...new Set([...(known.rows.get(home) ?? []), ...rows])]);
  }
  return [...merged.values()];
}
