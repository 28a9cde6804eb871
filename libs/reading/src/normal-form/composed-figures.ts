import {
  type ColumnRef,
  comparedColumns,
  type Filter,
  type Grain,
  type Measure,
  type PeriodSeries,
  type SemanticQuery,
} from '@querent/contracts';
import { type Facts, type FigureMeaning, type Key, periodFilter } from '@querent/grammar';
import type { Context } from './empty-form';

interface ComposedFigure {
  parts: Pick<Measure, 'where' | 'per' | 'over'>;
  /** Conditions of the whole query. */
  filters: Filter[];
  /** The subject of the query, if it is not the figure's own rows. */
  subject?: SemanticQuery['subject'];
}

/** Everything of a figure besides its measure; null if a part of it lacks the time column that it needs. */
export function composedFigure(
  figure: FigureMeaning,
  dated: readonly Filter[],
  clock: ColumnRef | null,
  context: Context,
): ComposedFigure | null {
  const { facts } = context;
  const filters = [...figure.filters, ...dated];
  const groups = figure.over?.by.map(({ column, grain }) => ({ column: column ?? clock, grain }));
  if (groups?.some(({ column }) => column === null)) return null;
  const by = (groups ?? []).flatMap(({ column, grain }) => (column ? [{ column, ...(grain && { grain }) }] : []));
  const over = figure.over && { over: { fn: figure.over.fn, by } };
  if (!figure.per) return { parts: { ...over }, filters };
  const { per } = figure;
  const [measure, ...more] = per.measures;
  if (!measure || more.length > 0) return null;
  const metric = measure.what.kind === 'metric' ? facts.model.metrics[measure.what.id] : undefined;
  // A metric's required filters apply only where the metric is the figure itself.
  if (metric && (metric.expression === undefined || metric.requires.length > 0)) return null;
  const used = per.periods.map((use) => {
    const column = use.column ?? per.clock ?? facts.clocks(per.thing)[0];
    return column && periodFilter(facts, use, column);
  });
  const periods = used.filter((filter) => filter !== undefined);
  if (periods.length < used.length) return null;
  const isRate = figure.apart || facts.way(per.thing, figure.thing)?.kind === 'lookup';
  if (isRate || hasOwnTimes(figure, per, clock, facts)) return rateOf(figure, per, dated, facts, !isRate);
  const divisor = [...per.filters, ...periods];
  // Conditions on the counted rows apply to both figures; conditions on the rows above apply to the second alone.
  const isCommon = (filter: Filter): boolean => isOf(facts, per.thing, filter, figure.thing);
  const where = filters.filter((filter) => !isCommon(filter));
  return {
    parts: { ...(where.length > 0 && { where }), per: { label: '', what: measure.what }, ...over },
    filters: [...divisor, ...filters.filter(isCommon)],
    subject: { kind: facts.model.entities[per.thing] ? 'entity' : 'table', name: per.thing },
  };
}

/**
 * Whether a period applies to two figures of different events, each by its own time: refunds this year to sales this
 * year.
 */
function hasOwnTimes(figure: FigureMeaning, per: FigureMeaning, clock: ColumnRef | null, facts: Facts): boolean {
  const own = per.clock ?? facts.clock(per.thing);
  const isOther = own !== null && clock !== null && (own.table !== clock.table || own.column !== clock.column);
  const isPlain = figure.share === null && figure.over === null && figure.keys.every(({ column }) => column !== null);
  return isOther && isPlain && per.thing !== figure.thing && figure.periods.length > 0 && !facts.isLasting(per.thing);
}

/** A ratio whose period is beside one of its figures: the period applies to both if both have a time. */
export function withSharedPeriods(figure: FigureMeaning, facts: Facts): FigureMeaning {
  const { per } = figure;
  if (per === null || figure.periods.length > 0 || per.periods.length === 0 || per.thing === figure.thing)
    return figure;
  if (facts.isLasting(figure.thing) || (figure.clock ?? facts.clock(facts.eventOf(figure.thing))) === null)
    return figure;
  return { ...figure, periods: per.periods.map((use) => ({ ...use, column: null })) };
}

/** Orders per complaint, paid bills to unpaid ones: each figure has its own rows, and its own time for the periods. */
function rateOf(
  figure: FigureMeaning,
  per: FigureMeaning,
  dated: readonly Filter[],
  facts: Facts,
  sharesConditions: boolean,
): ComposedFigure | null {
  const [measure] = per.measures;
  const column = per.clock ?? facts.clocks(per.thing)[0];
  const isTimeless = facts.isLasting(per.thing) && per.periods.length === 0;
  const periods = isTimeless ? [] : per.periods.length > 0 ? per.periods : figure.periods;
  if (!measure || (periods.length > 0 && !column)) return null;
  const common = sharesConditions ? figure.filters.filter((one) => isOf(facts, per.thing, one, figure.thing)) : [];
  const [own, others] = [
    [...figure.filters, ...dated],
    [...per.filters, ...common, ...periods.map((use) => periodFilter(facts, use, use.column ?? (column as ColumnRef)))],
  ];
  return {
    parts: {
      ...(own.length > 0 && { where: own }),
      per: { label: '', what: measure.what, ...(others.length > 0 && { where: others }) },
    },
    filters: [],
  };
}

/**
 * Whether a condition is about rows of a thing or rows that they refer to; an `exists` is about the figure's own rows.
 */
function isOf(facts: Facts, thing: string, filter: Filter, home: string): boolean {
  if (filter.kind === 'or') return filter.filters.every((one) => isOf(facts, thing, one, home));
  const about =
    filter.kind === 'exists'
      ? [home]
      : filter.kind === 'bound'
        ? [filter.thing]
        : filter.kind === 'term'
          ? [facts.model.terms[filter.id]?.table]
          : comparedColumns(filter).map(({ table }) => table);
  return about.every(
    (table) => table !== undefined && ['same', 'lookup'].includes(facts.way(thing, table)?.kind ?? ''),
  );
}

const LENGTHS: Readonly<Record<Grain, number>> = { day: 1, week: 7, month: 30, quarter: 91, year: 365 };

/**
 * The time key whose periods are each compared with an earlier one: the key of the grouping, or the grain that the
 * words of change name if the question is about a longer period ("month over month this year").
 */
export function seriesOf({
  compare,
  keys,
  periods,
  measures,
  share,
}: FigureMeaning): { key: Key; to: PeriodSeries['to'] } | null {
  if (compare === null || !('kind' in compare) || measures.length > 1 || share !== null) return null;
  const times = keys.filter(({ grain }) => grain !== null);
  const [time, ...more] = times;
  if (more.length > 0) return null;
  const { kind, grain } = compare;
  if (time) {
    if (kind === 'previous_period')
      return grain === null || grain === time.grain ? { key: time, to: 'previous' } : null;
    if (time.grain === 'week') return null;
    return { key: time, to: time.grain === 'year' ? 'previous' : 'year_before' };
  }
  const [period, ...others] = periods;
  if (kind !== 'previous_period' || grain === null || !period || others.length > 0) return null;
  const { from, to } = period;
  if (from === null || to === null) return null;
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  return days > 1.5 * LENGTHS[grain] ? { key: { column: null, grain }, to: 'previous' } : null;
}
