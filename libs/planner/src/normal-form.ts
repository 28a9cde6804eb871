import type {
  ColumnRef,
  Dimension,
  Filter,
  Grain,
  Measure,
  Order,
  PeriodComparison,
  SemanticQuery,
} from '@querent/contracts';
import type { Locale } from '@querent/language';
import { attach, periodFilter } from './attach';
import { formOf as metricForm } from './constructions/figures';
import type { Facts } from './facts';
import {
  figureOf,
  type FigureMeaning,
  type Meaning,
  type PeriodShift,
  type PeriodUse,
  type SetMeaning,
} from './meaning';
import { addDays } from '@querent/language';

/** A reading as a semantic query. */
export interface Normal {
  query: SemanticQuery;
  /** What a convention decided, on top of the cost of the derivation. */
  cost: number;
  notes: { zh: string; en: string }[];
}

interface Context {
  facts: Facts;
  locale: Locale;
  today: string;
}

/**
 * The semantic queries that a meaning of the whole question comes to: one for each choice that the words leave open (which time column,
 * sum or average), with the choice's cost. None where the meaning is no question.
 */
export function normalForms(meaning: Meaning, context: Context): Normal[] {
  return formsOf(meaning, context)
    .filter(({ query }) => !isContradictory(query.filters))
    .map((normal) => ({ ...normal, query: { ...normal.query, filters: withoutImplied(normal.query.filters) } }));
}

/** Not A and not B is neither of them. */
function withoutRepeats(filters: readonly Filter[]): Filter[] {
  const denied = filters.flatMap((one) =>
    one.kind === 'compare' && one.op === '!=' && typeof one.value !== 'boolean' ? [one] : [],
  );
  const merged = denied
    .filter(
      (one, at) =>
        denied.findIndex(
          (other) => other.column.table === one.column.table && other.column.column === one.column.column,
        ) === at,
    )
    .map((one): Filter => {
      const values = denied
        .filter(({ column }) => column.table === one.column.table && column.column === one.column.column)
        .map(({ value }) => value);
      return values.length === 1 ? one : { kind: 'in', column: one.column, values, negated: true };
    });
  return [...filters.filter((one) => !denied.some((other) => other === one)), ...merged];
}

/** Where only the first of an order is asked for, rows without a value to order by are out of it anyway. */
function withoutOrdered(filters: Filter[], { order, limit }: SetMeaning): Filter[] {
  if (limit === null) return filters;
  return filters.filter(
    (one) =>
      one.kind !== 'null' ||
      !one.negated ||
      !order.some(({ column }) => column.table === one.column.table && column.column === one.column.column),
  );
}

/** Rows that have and have not the same related rows are none. */
function isContradictory(filters: readonly Filter[]): boolean {
  const values = new Map<string, string>();
  for (const one of filters) {
    if (one.kind !== 'compare' || one.op !== '=') continue;
    const key = `${one.column.table}.${one.column.column}`;
    if (values.has(key) && values.get(key) !== String(one.value)) return true;
    values.set(key, String(one.value));
  }
  const plain = filters.flatMap((one) =>
    one.kind === 'exists' && !one.count && one.filters.length === 0 ? [one] : [],
  );
  return plain.some((one) => !one.negated && plain.some((other) => other.negated && other.table === one.table));
}

/** That a value is there goes without saying where the value is compared. */
function withoutImplied(filters: readonly Filter[]): Filter[] {
  const implies = (one: Filter, { table, column }: ColumnRef): boolean =>
    'column' in one && one.kind !== 'null' && one.column.table === table && one.column.column === column;
  return withoutRepeats(filters)
    .filter((one) => one.kind !== 'null' || !one.negated || !filters.some((other) => implies(other, one.column)))
    .map((one) => (one.kind === 'exists' ? { ...one, filters: withoutImplied(one.filters) } : one));
}

function formsOf(meaning: Meaning, context: Context): Normal[] {
  if (meaning.cat === 'set') return ofSet(meaning, context);
  if (meaning.cat === 'figure') return ofFigure(meaning, context);
  if (meaning.cat === 'columns') return ofColumns(meaning.columns, context);
  if (meaning.cat === 'ranking') {
    const { by, direction, limit } = meaning;
    if (limit !== null) return [];
    const bare = (normal: Normal): Normal => ({ ...normal, cost: normal.cost + BARE_EXTREME });
    if (by.cat === 'column')
      return ofFigure(
        figureOf(by.column.table, {
          kind: 'aggregate',
          fn: direction === 'asc' ? 'min' : 'max',
          table: by.column.table,
          column: by.column,
        }),
        context,
      ).map(bare);
    if (by.bare === null) return [];
    return ofFigure(
      {
        ...by,
        bare: null,
        measures: [
          { what: { kind: 'aggregate', fn: direction === 'asc' ? 'min' : 'max', table: by.thing, column: by.bare } },
        ],
      },
      context,
    ).map(bare);
  }
  return [];
}

/** An extreme by itself is rather of the thing that has it. */
const BARE_EXTREME = 0.08;

function ofColumns(columns: readonly ColumnRef[], context: Context): Normal[] {
  const [first] = columns;
  if (!first) return [];
  return [
    {
      ...empty(first.table, context),
      notes: [],
      cost: 0.3,
      query: { ...empty(first.table, context).query, select: [...columns], distinct: true },
    },
  ];
}

function empty(thing: string, { facts }: Context): Normal {
  const kind = facts.model.entities[thing] ? 'entity' : 'table';
  return {
    cost: 0,
    notes: [],
    query: {
      subject: { kind, name: thing },
      strategy: kind === 'entity' ? 'coverage' : 'detail',
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
    },
  };
}

function ofSet(set: SetMeaning, context: Context): Normal[] {
  const { facts } = context;
  // The n-th of an order has no form in a query yet.
  if (set.rank !== null && set.rank !== 1) return [];
  const [bound] = set.having;
  if (bound) return ofBounded(set, bound, context);
  return clocked(set.thing, set.clock, set.periods, context).map(({ filters, cost: found, notes }) => {
    let cost = found;
    const base = empty(set.thing, context);
    const order: Order[] = set.order.map(({ column, direction }) => ({ by: { kind: 'column', column }, direction }));
    const rowOrder = set.order.length > 0 && base.query.subject.kind === 'entity' ? 'detail' : base.query.strategy;
    // The value that rows are ordered by belongs to the answer.
    const fixed = set.filters.flatMap((filter) =>
      filter.kind === 'compare' && filter.op === '=' ? [filter.column] : [],
    );
    // What the rows are known to be is not asked for.
    const dated = filters.flatMap((filter) => (filter.kind === 'time' ? [filter.column] : []));
    if (
      set.select.some((column) =>
        [...fixed, ...dated, ...set.filters.flatMap((filter) => (filter.kind === 'time' ? [filter.column] : []))].some(
          (other) => other.table === column.table && other.column === column.column,
        ),
      )
    )
      cost += 0.4;
    const onlyOrder = set.select.every((column) => set.order.some((order) => order.column.column === column.column));
    const select = set.order.length > 0 && onlyOrder ? withName(facts, set) : set.select;
    if (set.limit !== null && set.order.length === 0) cost += 0.3;
    return {
      cost,
      notes,
      query: {
        ...base.query,
        strategy: rowOrder,
        filters: withoutOrdered([...set.filters, ...filters], set),
        select,
        distinct: set.distinct,
        order,
        limit: set.limit,
      },
    };
  });
}

function withName(facts: Facts, set: SetMeaning): ColumnRef[] {
  const name = facts.nameColumn(set.thing);
  return name ? [name, ...set.order.map(({ column }) => column).filter(({ column }) => column !== name.column)] : [];
}

/** "Customers whose freight exceeds 1000": groups of the figure's rows by thing. */
function ofBounded(set: SetMeaning, { figure }: SetMeaning['having'][number], context: Context): Normal[] {
  const { facts } = context;
  if (set.having.some((other) => JSON.stringify(other.figure) !== JSON.stringify(figure))) return [];
  const name = facts.nameColumn(set.thing);
  const narrowedBy = attach(facts, figure.thing, set.thing, set.filters);
  if (!name || !narrowedBy || set.order.length > 0 || (set.periods.length > 0 && set.clock === null)) return [];
  const own = set.periods.map((use) => periodFilter(facts, use, use.column ?? (set.clock as ColumnRef)));
  return ofFigure(
    { ...figure, filters: [...figure.filters, ...narrowedBy.filters, ...own], keys: [{ column: name, grain: null }] },
    context,
  ).map((normal) => {
    const [measure] = normal.query.measures;
    const bounds = set.having.filter(
      (one) => one.figure === figure || JSON.stringify(one.figure) === JSON.stringify(figure),
    );
    return measure
      ? { ...normal, query: { ...normal.query, having: bounds.map(({ op, value }) => ({ measure, op, value })) } }
      : normal;
  });
}

function ofFigure(figure: FigureMeaning, context: Context): Normal[] {
  const { facts } = context;
  if (figure.rank !== null && figure.rank !== 1) return [];
  // A period against the one before it is of the whole, not of each part of time.
  if (figure.compare !== null && figure.keys.some(({ grain }) => grain !== null)) return [];
  const aggregates = figure.bare === null ? metricForms(facts, figure.measures) : bareMeasures(facts, figure);
  return aggregates.flatMap((drafts, at) =>
    clocked(
      figure.thing,
      figure.clock,
      figure.periods,
      context,
      figure.keys.some(({ column }) => column === null) || figure.compare !== null,
    ).flatMap(({ filters, cost, notes, clock }): Normal[] => {
      const base = empty(figure.thing, context);
      const measures = drafts.map(({ what }): Measure => ({
        label: labelOf(facts, what, context.locale),
        what,
        ...(figure.share === null ? {} : shareOf(figure)),
      }));
      const dimensions: Dimension[] = [];
      for (const { column, grain } of figure.keys) {
        const ref = column ?? clock;
        if (!ref) return [];
        const isTime = facts.isTime(ref) && !facts.isYear(ref);
        dimensions.push({
          column: ref,
          label: columnLabel(facts, ref, context.locale),
          ...((grain ?? isTime) ? { grain: grain ?? ('day' as Grain) } : {}),
        });
      }
      const compare = comparison(figure, clock, context);
      if (figure.compare !== null && compare === null) return [];
      const own = figure.compare !== null && 'kind' in figure.compare ? [] : filters;
      const query: SemanticQuery = {
        ...base.query,
        strategy: 'summary',
        measures,
        dimensions,
        filters: [...figure.filters, ...own],
        compare,
        order: orderOf(figure, dimensions, facts),
        limit: figure.limit,
      };
      if (figure.share !== null && figure.share.length === 0 && dimensions.length === 0) return [];
      return [{ query, cost: cost + (figure.bare === null ? 0 : at * 0.5), notes }];
    }),
  );
}

function shareOf({ share, keys }: FigureMeaning): Pick<Measure, 'share'> {
  if (share === null) return {};
  return share.length === 0 && keys.length > 0
    ? { share: { of: 'total' } }
    : { share: { of: 'filtered', where: share } };
}

/** A parent metric that is asked for without a form is its score or its children: the asker decides. */
function metricForms(facts: Facts, measures: FigureMeaning['measures']): FigureMeaning['measures'][] {
  const open = measures.find(
    ({ what }) => what.kind === 'metric' && what.form === 'value' && metricForm(facts, what.id) === 'composite',
  );
  if (open?.what.kind !== 'metric') return [measures];
  const { id } = open.what;
  const children = Object.keys(facts.model.metrics[id]?.children ?? {});
  const as = (made: FigureMeaning['measures']): FigureMeaning['measures'] =>
    measures.flatMap((one) => (one === open ? made : [one]));
  return [
    as([{ what: { kind: 'metric', id, form: 'composite' } }]),
    as(children.map((child) => ({ what: { kind: 'metric', id: child, form: metricForm(facts, child) } }))),
  ];
}

/** Sum first where amounts add up, average first where they do not; the other stays a reading. */
function bareMeasures(facts: Facts, figure: FigureMeaning): FigureMeaning['measures'][] {
  const column = figure.bare;
  if (column === null) return [figure.measures];
  const of = (fn: 'sum' | 'avg'): FigureMeaning['measures'] => [
    { what: { kind: 'aggregate', fn, table: figure.thing, column } },
  ];
  return facts.column(column)?.format === 'percent' ? [of('avg'), of('sum')] : [of('sum'), of('avg')];
}

function orderOf(figure: FigureMeaning, dimensions: Dimension[], facts: Facts): Order[] {
  if (figure.order !== null)
    return [{ by: { kind: 'measure', index: figure.order.measure }, direction: figure.order.direction }];
  const time = dimensions.findIndex(({ grain, column }) => grain !== undefined || facts.isYear(column));
  if (time >= 0) return [{ by: { kind: 'dimension', index: time }, direction: 'asc' }];
  return dimensions.length > 0 && figure.compare === null
    ? [{ by: { kind: 'measure', index: 0 }, direction: 'desc' }]
    : [];
}

interface Clocked {
  filters: Filter[];
  clock: ColumnRef | null;
  cost: number;
  notes: Normal['notes'];
}

/**
 * Periods as conditions on a time column: the event's own, else the thing's default, else one of its time columns. A lasting thing "in"
 * a period is a choice that the asker has to make.
 */
function clocked(
  thing: string,
  clock: ColumnRef | null,
  periods: readonly PeriodUse[],
  { facts, today }: Context,
  needsClock = false,
): Clocked[] {
  const open = periods.filter(({ column }) => column === null);
  const fixed = periods.flatMap((use) => (use.column === null ? [] : [periodFilter(facts, use, use.column)]));
  if (open.length === 0 && !needsClock) return [{ filters: fixed, clock, cost: 0, notes: [] }];
  const own = clock !== null ? [clock] : facts.clocks(thing);
  const candidates = own.length > 0 ? own : lookedUp(facts, thing);
  if (open.length > 0 && clock === null && !needsClock && facts.isLasting(thing))
    return ofLasting(facts, thing, fixed, open);
  const coming = open.some(({ from }) => from !== null && from >= today);
  const sorted = coming
    ? [...candidates].sort((a, b) => Number(facts.liesAhead(b)) - Number(facts.liesAhead(a)))
    : candidates;
  return sorted.map((column, at) => ({
    filters: [...fixed, ...open.map((use) => periodFilter(facts, use, column))],
    clock: column,
    cost:
      (own.length > 0 ? 0 : 0.2) +
      (coming && at > 0 && facts.liesAhead(sorted[0] as ColumnRef) ? 0.3 : later(facts, sorted, at)),
    notes: [],
  }));
}

/**
 * A lasting thing "in" a period: one of its own times, or that something happened to it then. None of these is more likely than the
 * others, so the asker is asked.
 */
function ofLasting(facts: Facts, thing: string, fixed: Filter[], open: readonly PeriodUse[]): Clocked[] {
  const own = facts
    .clocks(thing)
    .map((clock): Clocked => ({
      clock,
      cost: LASTING_COST,
      notes: [],
      filters: [...fixed, ...open.map((use) => periodFilter(facts, use, clock))],
    }));
  const events = facts
    .eventsOf(thing)
    .slice(0, MOST_EVENTS)
    .flatMap((event): Clocked[] => {
      const [clock] = facts.clocks(event);
      if (!clock) return [];
      const filters = open.map((use) => periodFilter(facts, use, clock));
      return [
        {
          clock: null,
          cost: LASTING_COST,
          notes: [],
          filters: [...fixed, { kind: 'exists', table: event, filters, negated: false }],
        },
      ];
    });
  return [...own, ...events];
}

/** What it costs to take another time column than the first: little where it is as likely, so that the asker is asked. */
function later(facts: Facts, candidates: readonly ColumnRef[], at: number): number {
  const [first, here] = [candidates[0], candidates[at]];
  if (at === 0 || !first || !here) return 0;
  return facts.clockClass(here) === facts.clockClass(first) ? 0.15 : 0.3;
}

const LASTING_COST = 0.4;
const MOST_EVENTS = 3;

/** The time columns of the nearest thing that a row looks up. */
function lookedUp(facts: Facts, thing: string): ColumnRef[] {
  const ways = Object.keys(facts.model.tables).flatMap((other) => {
    const way = facts.way(thing, other);
    return way?.kind === 'lookup' && facts.clocks(other).length > 0 ? [{ other, steps: way.steps }] : [];
  });
  const least = Math.min(...ways.map(({ steps }) => steps));
  return ways.filter(({ steps }) => steps === least).flatMap(({ other }) => facts.clocks(other));
}

function comparison(
  { compare, periods }: FigureMeaning,
  column: ColumnRef | null,
  { locale }: Context,
): PeriodComparison | null {
  if (compare === null || column === null) return null;
  if ('base' in compare)
    return { column, base: rangeOf(compare.base, locale), current: rangeOf(compare.current, locale) };
  const [current, ...more] = periods;
  const base = current && more.length === 0 ? shifted(current, compare) : null;
  return current && base ? { column, base, current: rangeOf(current, locale) } : null;
}

const rangeOf = ({ from, to, label }: PeriodUse, locale: Locale): PeriodComparison['base'] => ({
  from,
  to,
  label: label[locale],
});

function shifted({ from, to, grain }: PeriodUse, { kind, grain: by }: PeriodShift): PeriodComparison['base'] | null {
  if (from === null || to === null) return null;
  const months = kind === 'yoy' ? 12 : MONTHS[by ?? grain ?? 'day'];
  if (months !== undefined) return labelled(addMonths(from, -months), addMonths(to, -months));
  const days = (by ?? grain) === 'week' ? 7 : Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  return labelled(addDays(from, -days), addDays(to, -days));
}

const MONTHS: Partial<Record<Grain, number>> = { month: 1, quarter: 3, year: 12 };
const labelled = (from: string, to: string): PeriodComparison['base'] => ({
  from,
  to,
  label: `${from} – ${addDays(to, -1)}`,
});

/** The same day of another month, or its last day. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0));
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate())))
    .toISOString()
    .slice(0, 10);
}

function labelOf(facts: Facts, what: Measure['what'], locale: Locale): string {
  const { model } = facts;
  if (what.kind === 'metric') return text(model.metrics[what.id]?.label, locale) ?? what.id;
  const thing = text((model.entities[what.table] ?? model.tables[what.table])?.label, locale) ?? what.table;
  const name = what.column ? columnLabel(facts, what.column, locale) : thing;
  return locale === 'zh'
    ? AGGREGATE_LABELS[what.fn].zh.replace('…', name)
    : AGGREGATE_LABELS[what.fn].en.replace('…', name);
}

const AGGREGATE_LABELS = {
  count: { zh: '…数', en: 'number of …' },
  count_distinct: { zh: '不同…数', en: 'number of distinct …' },
  sum: { zh: '…合计', en: 'total …' },
  avg: { zh: '平均…', en: 'average …' },
  min: { zh: '最小…', en: 'minimum …' },
  max: { zh: '最大…', en: 'maximum …' },
  median: { zh: '…中位数', en: 'median …' },
};

function columnLabel(facts: Facts, ref: ColumnRef, locale: Locale): string {
  return (
    text(facts.model.entities[ref.table]?.fields[ref.column]?.label ?? facts.column(ref)?.label, locale) ?? ref.column
  );
}

function text(label: { zh?: string; en?: string } | undefined, locale: Locale): string | undefined {
  return label && (label[locale] ?? label[locale === 'zh' ? 'en' : 'zh']);
}
