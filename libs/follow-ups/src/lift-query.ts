import type { ColumnRef, Filter, Grain, Measure, Order, SemanticQuery } from '@querent/contracts';
import { addDays } from '@querent/language';
import {
  type Facts,
  type FigureMeaning,
  figureOf,
  type PeriodUse,
  sameColumn,
  type SetMeaning,
  setOf,
} from '@querent/grammar';

/** The subject of a conversation: rows, or figures over them. */
export type Topic = SetMeaning | FigureMeaning;

/**
 * Turns the last query back into a meaning that the parts of a turn can combine with. `today` is the day of the turn.
 */
export function liftQuery(query: SemanticQuery, facts: Facts, today: string): Topic {
  const periods: PeriodUse[] = [];
  const filters: Filter[] = [];
  for (const filter of query.filters) {
    const use = periodOf(filter, facts, today);
    if (use) periods.push(use);
    else filters.push(withoutSpan(filter));
  }
  const [measure] = query.measures;
  const thing = query.subject.name;
  if (!measure) return { ...liftedRows(query, thing), filters, periods };
  const [timeKey] = query.dimensions.filter(({ grain }) => grain !== undefined);
  const figure = figureOf(measure.per ? homeOf(measure, facts) : thing, countedRows(measure.what, thing, facts));
  return {
    ...figure,
    filters: measure.per ? [...filters, ...(measure.where ?? []).map(withoutSpan)] : filters,
    per: measure.per
      ? { ...figureOf(homeOf(measure.per, facts), measure.per.what), filters: measure.per.where ?? [] }
      : null,
    over: measure.over
      ? { fn: measure.over.fn, by: measure.over.by.map(({ column, grain }) => ({ column, grain: grain ?? null })) }
      : null,
    periods,
    measures: query.measures.map(({ what }) => ({ what: countedRows(what, thing, facts) })),
    clock: query.compare?.column ?? periods[0]?.column ?? timeKey?.column ?? null,
    keys: query.dimensions.map(({ column, grain, part }) => ({ column, grain: grain ?? null, ...(part && { part }) })),
    near: liftedNear(query.near),
    order: liftedOrder(query),
    limit: query.limit,
    rank: query.offset === undefined ? null : query.offset + 1,
    withNone: query.withNone === true,
    share: measure.share === undefined ? null : (measure.share.where ?? []).map(withoutSpan),
    compare: query.series
      ? { kind: query.series.to === 'previous' ? 'previous_period' : 'yoy', grain: null }
      : query.compare && {
          base: useOf(query.compare.base, null, today),
          current: useOf(query.compare.current, null, today),
        },
  };
}

function liftedRows({ select, distinct, order, limit, offset, near }: SemanticQuery, thing: string): SetMeaning {
  const by = order.flatMap((one) =>
    one.by.kind === 'column'
      ? [{ column: one.by.column, direction: one.direction, ...(one.by.since && { since: one.by.since }) }]
      : [],
  );
  const rank = offset === undefined ? null : offset + 1;
  return { ...setOf(thing, true), select, distinct, limit, rank, near: liftedNear(near), asked: true, order: by };
}

function liftedNear(near: SemanticQuery['near']): SetMeaning['near'] {
  if (near?.place.kind !== 'stored') return null;
  return { nameColumn: near.place.nameColumn, value: near.place.value, radius: near.radiusMeters, span: null };
}

/** Replaces a metric that counts the rows by the count; the normal form turns it into the metric again. */
function countedRows(what: Measure['what'], table: string, facts: Facts): Measure['what'] {
  const count = { kind: 'aggregate', fn: 'count', table } as const;
  return what.kind === 'metric' && facts.metricOf(count) === what.id ? count : what;
}

/** The table whose rows a figure aggregates. */
function homeOf({ what }: Measure, { model }: Facts): string {
  return what.kind === 'aggregate' ? what.table : (model.metrics[what.id]?.table ?? '');
}

/** An order, unless the normal form would choose it by default. */
function liftedOrder({ order: [order], limit }: SemanticQuery): FigureMeaning['order'] {
  if (order?.by.kind === 'dimension')
    return order.direction === 'asc' ? null : { measure: order.by.index, by: 'dimension', direction: 'desc' };
  if (order?.by.kind !== 'measure') return null;
  const {
    by: { index },
    direction,
  }: { by: Extract<Order['by'], { kind: 'measure' }>; direction: Order['direction'] } = {
    by: order.by,
    direction: order.direction,
  };
  return limit === null && index === 0 && direction === 'desc' ? null : { measure: index, direction };
}

/** A condition on a time column as the period that it came from; null for any other. */
function periodOf(filter: Filter, facts: Facts, today: string): PeriodUse | null {
  if (filter.kind === 'time') return { ...useOf(filter.range, filter.column, today), negated: filter.negated };
  if (filter.kind === 'or') {
    const [first, ...more] = filter.filters.map((one) => periodOf(one, facts, today));
    const isOfOne = more.every((one) => one?.column && first?.column && sameColumn(one.column, first.column));
    return first && isOfOne ? { ...first, or: more.flatMap((one) => one ?? []) } : null;
  }
  if (
    filter.kind !== 'compare' ||
    filter.op !== '=' ||
    !facts.isYear(filter.column) ||
    !/^\d{4}$/.test(String(filter.value))
  )
    return null;
  const year = Number(filter.value);
  const range = { from: `${year}-01-01`, to: `${year + 1}-01-01`, label: String(year) };
  return { ...useOf(range, filter.column, today), grain: 'year' };
}

function useOf(
  { from, to, label }: { from: string | null; to: string | null; label: string },
  column: ColumnRef | null,
  today: string,
): PeriodUse {
  // A period that starts with the current year or month and ends today has that grain: this year so far.
  const soFar = from !== null && to === addDays(today, 1) ? begunOn(from, today) : null;
  return {
    from,
    to,
    label: { zh: label, en: label },
    grain: soFar ?? grainOf(from, to),
    relative: soFar !== null,
    key: '',
    column,
    negated: false,
  };
}

const GRAINS: Readonly<Record<number, Grain>> = { 1: 'month', 3: 'quarter', 12: 'year' };

function begunOn(from: string, today: string): Grain | null {
  if (from === `${today.slice(0, 4)}-01-01`) return 'year';
  return from === `${today.slice(0, 7)}-01` ? 'month' : null;
}

/** The grain of a period of whole months. */
function grainOf(from: string | null, to: string | null): Grain | null {
  if (from === null || to === null || !from.endsWith('-01') || !to.endsWith('-01')) return null;
  const months = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return GRAINS[months(to) - months(from)] ?? null;
}

function withoutSpan({ span: _, ...filter }: Filter): Filter {
  return filter;
}
