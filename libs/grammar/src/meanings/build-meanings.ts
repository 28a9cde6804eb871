import type { NamedPeriod, Operator } from '@querent/lexicon';
import type { FigureMeaning, MeasureDraft, PeriodShift, PeriodUse, SetMeaning } from './rows-and-figures';

/** Whether a set has no restrictions and is not asked for. */
export const isBareSet = ({ filters, periods, select, order, having, asked, limit }: SetMeaning): boolean =>
  !asked && limit === null && filters.length + periods.length + select.length + order.length + having.length === 0;

/** All rows of a thing. */
export function setOf(thing: string, named: boolean): SetMeaning {
  return {
    cat: 'set',
    thing,
    filters: [],
    periods: [],
    clock: null,
    select: [],
    distinct: false,
    near: null,
    having: [],
    order: [],
    limit: null,
    rank: null,
    asked: false,
    named,
  };
}

/** A measure over all rows of a thing. */
export function figureOf(thing: string, measure: MeasureDraft['what']): FigureMeaning {
  return {
    cat: 'figure',
    measures: [{ what: measure }],
    thing,
    filters: [],
    periods: [],
    clock: null,
    near: null,
    keys: [],
    having: [],
    order: null,
    limit: null,
    rank: null,
    share: null,
    compare: null,
    per: null,
    over: null,
    withNone: false,
    bare: null,
    implied: false,
  };
}

/**
 * The count of a set's rows; null if the set has an order, a limit, asked columns, or a bound that is not a condition.
 */
export function countOf(set: SetMeaning): FigureMeaning | null {
  const plain = withoutBounds(set);
  if (set.order.length > 0 || set.limit !== null || plain === null || set.select.length > 0) return null;
  return {
    ...figureOf(set.thing, { kind: 'aggregate', fn: 'count', table: set.thing }),
    filters: plain.filters,
    periods: set.periods,
    clock: set.clock,
    near: set.near,
    ...(set.did && { did: set.did }),
  };
}

/** A set with its bounds on figures as conditions; null if one cannot be a condition. */
export function withoutBounds(set: SetMeaning): SetMeaning | null {
  if (set.having.length === 0) return set;
  const filters = set.having.flatMap(({ filter }) => filter ?? []);
  return filters.length < set.having.length ? null : { ...set, filters: [...set.filters, ...filters], having: [] };
}

/** A period of the lexicon, not yet tied to a column. */
export const periodUse = ({
  range: { from, to },
  label,
  grain,
  relative,
  key,
  yearless,
  recurs,
}: NamedPeriod): PeriodUse => ({
  from,
  to,
  label,
  grain,
  relative,
  key,
  column: null,
  negated: false,
  ...(yearless && { yearless }),
  ...(recurs && { recurs }),
});

/** The shift of a period comparison; null if it needs two named periods. */
export function shiftOf({ kind, grain, against }: Extract<Operator, { op: 'compare_periods' }>): PeriodShift | null {
  return kind === 'between' ? null : { kind, grain, ...(against && { against: periodUse(against) }) };
}

/** Whether a figure is a single count of rows. */
export function isCount(figure: FigureMeaning): boolean {
  const [measure, ...more] = figure.measures;
  return more.length === 0 && measure?.what.kind === 'aggregate' && measure.what.fn === 'count';
}
