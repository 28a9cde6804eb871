import {
  type ColumnRef,
  comparedColumns,
  type Dimension,
  type Filter,
  type Grain,
  type Measure,
  type Order,
  type SemanticQuery,
} from '@querent/contracts';
import {
  type Facts,
  type FigureMeaning,
  hasUndatedEvent,
  isCount,
  isOfAny,
  isOpposed,
  type Key,
  type PeriodUse,
  valuesOf,
} from '@querent/grammar';
import { metricForm } from '@querent/constructions';
import { isSameFilter } from '@querent/rankings';
import { withTimeColumn } from './clocks';
import { type Context, empty, type Normal, ranked } from './empty-form';
import { withoutImplied } from './filters-normalised';
import { dimensionLabel, measureLabel, timePartLabel } from './labels';
import { composedFigure, seriesOf, withSharedPeriods } from './composed-figures';
import { nearNotes, nearOf } from './near-form';
import { comparison } from './periods-compared';

/** The queries of a figure: one for each possible measure and each time column of its periods. */
export function figureForms(asked: FigureMeaning, context: Context): Normal[] {
  const { facts } = context;
  if (asked.more) {
    const { more: _, ...figure } = asked;
    return figure.compare === null ? [] : figureForms(figure, context);
  }
  const figure = withSharedPeriods(asked, facts);
  if (figure.respectively) {
    const apart = groupedRespectively(figure);
    return apart === null ? [] : figureForms(apart, context);
  }
  // 金卡骑手和非金卡骑手各有多少次骑行: no row satisfies both conditions.
  if (figure.filters.some((one) => figure.filters.some((other) => isDenial(one, other)))) return [];
  const series = seriesOf(figure);
  if (series) return seriesForms(figure, series, context);
  if (figure.compare !== null && figure.keys.some(({ grain }) => grain !== null)) return [];
  // Grouping one month by year gives one row. The question means the month of every year, which no query expresses; the
  // same holds for the last day of each month.
  const isCoarser = (grain: Grain | null): boolean =>
    figure.periods.some(
      (use) =>
        grain !== null &&
        GRAINS.indexOf((isOneDay(use) ? 'day' : use.grain) ?? grain) < GRAINS.indexOf(grain) &&
        (!use.relative || isOneDay(use)),
    );
  if (figure.keys.some(({ grain }) => isCoarser(grain))) return [];
  // A condition that the part and the whole have in common does not restrict the share.
  const { share } = figure;
  if (share?.some((one, at) => share.slice(at + 1).some((other) => isSameFilter(one, other)))) return [];
  if (figure.over?.by.length === 0 || isOpenForComparedGroup(figure)) return [];
  // An average over each Monday needs groups that no query forms.
  if (figure.over?.by.some(({ part }) => part !== undefined)) return [];
  // "How many customers ordered each month" is not how many joined then.
  if (figure.keys.some(({ column }) => column === null) && hasUndatedEvent(facts, figure.filters, figure.clock)) {
    const owners = ownersOfEvents(figure, facts);
    return owners === null ? [] : figureForms(owners, context);
  }
  const aggregates =
    figure.bare === null
      ? metricForms(facts, figure.measures).map((drafts) => ({ drafts, more: 0 }))
      : bareMeasures(facts, figure, figure.bare);
  return aggregates.flatMap(({ drafts, more }) =>
    withTimeColumn(figure.thing, figure.clock, figure.periods, context, {
      needsHours: figure.keys.some(({ part }) => part === 'hour'),
      needsClock:
        [...figure.keys, ...(figure.over?.by ?? [])].some(({ column }) => column === null) || figure.compare !== null,
      isCounted: isCount(figure) && figure.keys.length === 0 && figure.share === null,
    }).flatMap(({ filters, cost, notes, clock }): Normal[] => {
      const base = empty(figure.thing, context);
      const made = isOfAll(figure, filters, clock, facts) ? composedFigure(figure, filters, clock, context) : null;
      if (made === null) return [];
      const measures = drafts.flatMap((draft): Measure[] => {
        const id = facts.metricOf(draft.what);
        const what: Measure['what'] = id === null ? draft.what : { kind: 'metric', id, form: 'value' };
        const only = [...(figure.only ?? []), ...(made.parts.where ?? [])];
        const measure = {
          what,
          ...made.parts,
          ...(only.length > 0 && { where: only }),
          ...(figure.share === null ? {} : shareOf(figure)),
        };
        const parts: Omit<Measure, 'label'>[] = [measure];
        const [of] = figure.besideShare ? [figure.share ?? []] : [];
        if (of) parts.unshift({ what, ...made.parts, ...(of.length > 0 && { where: withoutImplied(of) }) });
        return parts.map((part) => ({ label: measureLabel(facts, part, context.locale), ...part }));
      });
      const dimensions: Dimension[] = [];
      const keys = withKeys(figure.keys, facts);
      for (const { column, grain, part } of keys) {
        const ref = column ?? clock;
        if (!ref) return [];
        if (part) {
          dimensions.push({ column: ref, label: timePartLabel(part, context.locale), part });
          continue;
        }
        const isTime = facts.isTime(ref) && !facts.isYear(ref);
        const isKeptByYear = facts.isYear(ref) && !facts.isDate(ref);
        if (isKeptByYear && grain !== null && grain !== 'year') return [];
        const cut = isKeptByYear ? null : (grain ?? (column === null ? 'month' : null));
        const shown = cut ?? (isTime ? ('day' as const) : null);
        const label = dimensionLabel(facts, ref, shown, context.locale);
        dimensions.push({ column: ref, label, ...(shown && { grain: shown }) });
      }
      const within = figure.within === undefined ? undefined : figure.keys[figure.within];
      const compare = comparison(figure, clock, context);
      if (figure.compare !== null && compare === null) return [];
      const own = figure.compare !== null && 'kind' in figure.compare ? [] : filters;
      const query: SemanticQuery = {
        ...base.query,
        strategy: 'summary',
        measures,
        dimensions,
        ...(made.subject && { subject: made.subject }),
        filters: figure.compare === null ? made.filters : [...figure.filters, ...own],
        compare,
        having: figure.having.flatMap(({ op, value, against }) =>
          measures[0] ? [{ measure: measures[0], op, value, ...(against && { against }) }] : [],
        ),
        near: nearOf(facts, figure),
        order: orderOf(figure, dimensions, facts),
        ...ranked(figure),
        ...(within && { limitPer: keys.indexOf(within) }),
        ...(figure.withNone && { withNone: true as const }),
      };
      if (figure.share !== null && figure.share.length === 0 && dimensions.length === 0) return [];
      return [{ query, cost: cost + more, notes: [...notes, ...nearNotes(figure)] }];
    }),
  );
}

/**
 * Whether it is open if a condition also holds for the group that the others are compared with: cities of Germany with
 * more clients than Paris.
 */
function isOpenForComparedGroup({ having, filters, keys }: FigureMeaning): boolean {
  return having.some(({ against, figure }) => {
    const later = filters.filter((one) => !figure.filters.some((own) => JSON.stringify(own) === JSON.stringify(one)));
    return against?.among !== undefined && later.some((one) => keys.some(({ column }) => ownsPart(one, column?.table)));
  });
}

const ownsPart = (filter: Filter, table: string | undefined): boolean =>
  comparedColumns(filter).some((column) => column.table === table);

/**
 * Whether conditions, groups and periods apply to the rows of each figure, where the figures are of different things.
 */
function isOfAll(figure: FigureMeaning, dated: readonly Filter[], clock: ColumnRef | null, facts: Facts): boolean {
  const homes = figure.measures.map(({ what }) =>
    what.kind === 'metric' ? (facts.model.metrics[what.id]?.table ?? figure.thing) : what.table,
  );
  const others = [...new Set(homes)].filter((home) => home !== figure.thing);
  if (others.length === 0) return true;
  const { share, compare, per, over, near, having } = figure;
  if (share !== null || compare !== null || per !== null || over !== null || near !== null || having.length > 0)
    return false;
  const isReached = (home: string, table: string): boolean =>
    ['same', 'lookup'].includes(facts.way(home, table)?.kind ?? '');
  const columns = [...figure.filters, ...dated].flatMap((one) => ('column' in one ? comparedColumns(one) : [null]));
  const keys = figure.keys.map(({ column }) => column ?? clock);
  const isTimed = dated.length > 0 || figure.keys.some(({ column }) => column === null);
  return [figure.thing, ...others].every((home) => {
    const own = facts.clock(home);
    const isDated = !isTimed || (own?.table === clock?.table && own?.column === clock?.column);
    return isDated && [...columns, ...keys].every((column) => column !== null && isReached(home, column.table));
  });
}

/**
 * "How many customers ordered, by month" counts the distinct customers of the orders; null if the figure is no such
 * count.
 */
function ownersOfEvents(figure: FigureMeaning, facts: Facts): FigureMeaning | null {
  const [event, ...more] = figure.filters.filter((one) => one.kind === 'exists');
  const rest = figure.filters.filter((one) => one.kind !== 'exists');
  if (event === undefined || !isOfAny(event) || more.length > 0) return null;
  const isDated = event.filters.some((one) => 'column' in one && facts.isTime(one.column));
  if (figure.implied || isDated || !isCount(figure)) return null;
  const [owner, clock] = [facts.referenceTo(event.table, figure.thing), facts.clock(event.table)];
  if (owner === null || clock === null || hasUndatedEvent(facts, rest, figure.clock)) return null;
  return {
    ...figure,
    thing: event.table,
    measures: [{ what: { kind: 'aggregate', fn: 'count_distinct', table: event.table, column: owner } }],
    filters: [...event.filters, ...rest],
    clock,
  };
}

/** One figure for each group, period or value that the question names; null if it names none. */
function groupedRespectively({ respectively, ...figure }: FigureMeaning): FigureMeaning | null {
  if (figure.compare !== null || figure.measures.length > 1) return figure;
  const [listed, ...more] = figure.filters.flatMap((one) => (one.kind === 'in' && !one.negated ? [one] : []));
  const isKept = figure.keys.length > 0 || respectively === 'loosely';
  if (!listed || more.length > 0) return isKept ? figure : null;
  const { column, span } = listed;
  const isKey = figure.keys.some((key) => key.column?.table === column.table && key.column.column === column.column);
  // Several stored values behind one word are one group.
  if (isKept && (isKey || span !== undefined)) return figure;
  return { ...figure, implied: false, keys: [...figure.keys, { column, grain: null }] };
}

/** Whether one condition denies exactly the values that the other requires. */
function isDenial(one: Filter, other: Filter): boolean {
  const [wanted, denied] = [valuesOf(one), valuesOf(other)];
  if (!wanted || !denied || wanted.negated || !isOpposed(one, other)) return false;
  return wanted.values.every((value) => denied.values.includes(value));
}

/** Adds to the things that figures are grouped by the columns shown beside their names. */
function withKeys(keys: readonly Key[], facts: Facts): Key[] {
  const tables = new Set(keys.map(({ column }) => column?.table));
  if (tables.size > 1) return [...keys];
  return keys.flatMap((key) => {
    const beside = key.column && facts.columnBesideName(key.column);
    const isShown = keys.some(({ column }) => column?.column === beside?.column);
    return beside && !isShown ? [key, { column: beside, grain: null }] : [key];
  });
}

const isOneDay = ({ from, to }: PeriodUse): boolean =>
  from !== null && to !== null && Date.parse(to) - Date.parse(from) === 86_400_000;

const GRAINS: readonly Grain[] = ['day', 'week', 'month', 'quarter', 'year'];

/** A figure of each period with the change from an earlier one. */
function seriesForms(
  figure: FigureMeaning,
  { key, to }: NonNullable<ReturnType<typeof seriesOf>>,
  context: Context,
): Normal[] {
  const keys = figure.keys.includes(key) ? figure.keys : [...figure.keys, key];
  return figureForms({ ...figure, compare: null, keys }, context).map((normal) => ({
    ...normal,
    query: { ...normal.query, series: { dimension: keys.indexOf(key), to } },
  }));
}

function shareOf({ share, keys }: FigureMeaning): Pick<Measure, 'share'> {
  if (share === null) return {};
  return share.length === 0 && keys.length > 0
    ? { share: { of: 'total' } }
    : { share: { of: 'filtered', where: withoutImplied(share) } };
}

/** A parent metric without a stated form means its score or its children: the asker decides. */
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

/**
 * Sums first where amounts are additive, averages first where they are not, and the extreme of extremes; the other
 * aggregate stays a reading. Where groups are ranked by a non-additive amount, the average or the extreme of each group
 * may be meant.
 */
function bareMeasures(
  facts: Facts,
  { thing, keys, order }: FigureMeaning,
  column: ColumnRef,
): { drafts: FigureMeaning['measures']; more: number }[] {
  const by = (fn: 'sum' | 'avg' | 'max' | 'min', more: number) => ({
    drafts: [{ what: { kind: 'aggregate' as const, fn, table: thing, column } }],
    more,
  });
  const extreme = facts.extremeOf(column);
  if (extreme !== null) return [by(extreme, 0), by('avg', OTHER_SUMMARY)];
  if (!facts.isIntensive(column)) return [by('sum', 0), by('avg', OTHER_SUMMARY)];
  return order !== null && order.by === undefined && keys.length > 0
    ? [by('avg', 0), by(order.direction === 'desc' ? 'max' : 'min', 0.05)]
    : [by('avg', 0), by('sum', OTHER_SUMMARY)];
}

const OTHER_SUMMARY = 0.5;

function orderOf(figure: FigureMeaning, dimensions: Dimension[], facts: Facts): Order[] {
  if (figure.order !== null)
    return [
      { by: { kind: figure.order.by ?? 'measure', index: figure.order.measure }, direction: figure.order.direction },
    ];
  const time = dimensions.findIndex(
    ({ grain, part, column }) => grain !== undefined || part !== undefined || facts.isYear(column),
  );
  if (time >= 0) return [{ by: { kind: 'dimension', index: time }, direction: 'asc' }];
  return dimensions.length > 0 && figure.compare === null
    ? [{ by: { kind: 'measure', index: 0 }, direction: 'desc' }]
    : [];
}
