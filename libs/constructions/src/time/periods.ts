import type { ColumnRef, Filter } from '@querent/contracts';
import {
  condition,
  type Construction,
  either,
  type EventMeaning,
  type Existence,
  type Facts,
  type FigureMeaning,
  hasUndatedEvent,
  isOfAny,
  type Meaning,
  onlyColumn,
  pair,
  periodFilter,
  type PeriodMeaning,
  type PeriodPairMeaning,
  type PeriodUse,
  type SetMeaning,
} from '@querent/grammar';
import { doneWith, isSome } from '../rows/related-rows';

/** Rows, events and figures in a period, and over time. */
export const PERIODS: readonly Construction[] = [
  pair(
    'marker before a period',
    ['w:in', 'w:of', 'w:by', 'w:to'],
    'period',
    { zh: '在上个月', en: 'in March' },
    (_, period) => period,
  ),
  pair(
    'part of time named again',
    'period',
    'other',
    { cost: 0.02, zh: '今年3月那个月', en: '' },
    (period, { unit }) => (unit.type === 'grain' && unit.bare && unit.grain === period.use.grain ? period : null),
  ),
  pair(
    'periods that are left out',
    'w:except',
    ['period', 'pair'],
    { cost: 0.02, zh: '除了3月和4月', en: 'except March and April' },
    (_, periods) => leftOut(periods),
  ),
  pair(
    'periods that are left out, after',
    ['period', 'pair'],
    'w:outside',
    { cost: 0.01, zh: '3月和4月以外', en: '' },
    (periods) => leftOut(periods),
  ),
  pair(
    'periods left out on both sides',
    'w:except',
    'periods_out',
    { zh: '除了3月和4月以外', en: '' },
    (_, out) => out,
  ),
  ...either(
    'rows and figures out of periods',
    ['set', 'figure'],
    'periods_out',
    { zh: '3月和4月以外的订单', en: 'orders except in March and April' },
    (what, { uses }) => ({ ...what, periods: [...what.periods, ...uses] }),
  ),
  pair(
    'period that is left out',
    ['w:except', 'w:not'],
    'period',
    { cost: 0.02, zh: '除了3月', en: 'except in May' },
    (_, { use, ...period }) => (use.or || use.negated ? null : { ...period, use: { ...use, negated: true } }),
  ),
  pair(
    'period that is left out, after',
    'period',
    'w:outside',
    { cost: 0.01, zh: '3月以外', en: '' },
    ({ use, ...period }) => ({
      ...period,
      use: { ...use, negated: true },
    }),
  ),
  ...either(
    'rows in a period',
    'set',
    'period',
    { zh: '上个月的订单', en: 'orders last month' },
    (set, { use }, facts) =>
      isSecond(set.periods, use) || lacksEvent(facts, set)
        ? null
        : [
            {
              meaning: { ...set, periods: [...set.periods, use] },
              cost:
                (leavesOut(set, use) ||
                hasUndatedEvent(facts, set.filters, set.clock) ||
                showsTime(facts, set) ||
                (!set.named && set.clock === null && !facts.isEvent(set.thing))
                  ? OF_THE_THING
                  : 0) + (use.key === PAST ? PAST_ROWS : 0),
            },
            ...doneIn(facts, set, use),
            ...notDoneIn(facts, set, use),
          ],
  ),
  ...either(
    'figure in a period',
    'figure',
    'period',
    { zh: '上个月的运费', en: 'freight last month' },
    (figure, { use }, facts) =>
      figure.compare === null && !isSecond(figure.periods, use) && !lacksEvent(facts, figure)
        ? [
            {
              meaning: { ...figure, periods: [...figure.periods, use] },
              cost:
                (leavesOut(figure, use) || hasUndatedEvent(facts, figure.filters, figure.clock) ? OF_THE_THING : 0) +
                (use.key === PAST ? PAST_ROWS : 0),
            },
            ...doneIn(facts, figure, use),
            ...notDoneIn(facts, figure, use),
          ]
        : null,
  ),
  pair(
    'attribute in a period',
    'columns',
    'period',
    { zh: '下单日期在上个月', en: 'order date in March' },
    (columns, { use }, facts) =>
      onlyColumn(columns.columns, (column) =>
        facts.isTime(column) ? condition(column, [periodFilter(facts, use, column)]) : null,
      ),
  ),
  pair(
    'past a time that lies ahead',
    'period',
    'columns',
    { cost: 0.02, zh: '过了截止日期', en: 'past their due date' },
    ({ use }, { columns }, facts) =>
      onlyColumn(columns, (column) =>
        use.key === PAST && facts.isTime(column) && facts.isPlannedTime(column)
          ? condition(column, [periodFilter(facts, use, column)])
          : null,
      ),
  ),
  ...either(
    'event in a period',
    'event',
    'period',
    { zh: '去年注册', en: 'registered last year' },
    (event, { use }, facts) => {
      if (event.became) return null;
      // If only the last time is stored, a past period without one proves nothing: the event may have recurred later.
      if (event.negated && facts.isLastOfSeveral(event.column) && !REACHES_TODAY.test(use.key) && use.to !== null)
        return null;
      const { column, past } = event;
      const filters = [periodFilter(facts, { ...use, negated: event.negated }, column)];
      // "Expired this year": only the past part of the year.
      const found = condition(column, [
        ...filters,
        ...(isOver(event) && past ? [periodFilter(facts, past.use, column)] : []),
      ]);
      return event.negated ? found : { ...found, event: true };
    },
  ),
  ...either(
    'related rows in a period',
    'group_condition',
    'period',
    { cost: 0.03, zh: '去年没有下过单', en: 'no orders in 2025' },
    (group, { use }, facts) => {
      const timed = { ...group, figure: { ...group.figure, periods: [...group.figure.periods, use] } };
      return group.done && isSome(group) ? doneWith(facts, timed) : timed;
    },
  ),
  pair(
    'latest part of time',
    'op:extreme',
    'other',
    { cost: 0.02, zh: '最新一年', en: 'the latest year' },
    ({ operator: { scale, direction, limit, rank } }, { unit }) =>
      scale === 'time' &&
      direction === 'desc' &&
      (limit ?? 1) === 1 &&
      rank === null &&
      unit.type === 'grain' &&
      unit.bare
        ? { cat: 'latest_part', grain: unit.grain }
        : null,
  ),
  pair(
    'marker before the latest',
    'w:in',
    'latest_part',
    { zh: '在最新一年', en: 'in the latest year' },
    (_, part) => part,
  ),
  ...either(
    'figure in the latest part of time',
    'figure',
    'latest_part',
    { zh: '最新一年的运费', en: 'freight in the latest year' },
    (figure, { grain }, facts) => {
      const [column] = facts.clocks(figure.thing);
      return column && grain === 'year' && facts.isYear(column) && !facts.isDate(column)
        ? { ...figure, filters: [...figure.filters, { kind: 'latest', column }] }
        : null;
    },
  ),
  ...either('parts of time of a trend', 'keys', 'w:trend', { zh: '月度趋势', en: 'monthly trend' }, (keys) =>
    keys.keys.every(({ grain }) => grain !== null) ? keys : null,
  ),
  ...either('trend of a figure', 'figure', 'w:trend', { cost: 0.02, zh: '订单数趋势', en: 'order trend' }, (figure) => {
    if (figure.keys.some(({ column, grain }) => column === null || grain !== null)) return figure;
    // "From one year to another" is more probably a comparison than a trend.
    const isStretch = figure.periods.some(({ ends }) => ends !== undefined);
    return figure.order === null
      ? {
          meaning: { ...figure, implied: false, keys: [...figure.keys, { column: null, grain: null }] },
          cost: isStretch ? 0.25 : 0.05,
        }
      : null;
  }),
];

/** Whether the words describe an event as over. */
const isOver = ({ past, negated }: EventMeaning): boolean => past?.isOver === true && !negated;

/** The key of the period "past", and the cost of applying it to rows instead of to one of their dates. */
const PAST = 'past';
const PAST_ROWS = 0.3;
/** Keys of periods that end today. */
const REACHES_TODAY = /^(?:past|this)_/;

/** Several excluded periods. */
function leftOut(periods: PeriodMeaning | PeriodPairMeaning): Meaning | null {
  const { or = [], ...first } = periods.cat === 'pair' ? { ...periods.current, or: [periods.base] } : periods.use;
  const uses = [first, ...or].map((use) => ({ ...use, negated: true }));
  return first.negated || or.length === 0 ? null : { cat: 'periods_out', uses };
}

/** Cost of a period beside an undated event as the time of the thing that had the event. */
const OF_THE_THING = 0.2;

/**
 * 去年没有续证的读者: a period beside the missing event of a lasting thing is the time of that event, not of the thing's start.
 */
const lacksEvent = (facts: Facts, { thing, filters, clock }: SetMeaning | FigureMeaning): boolean =>
  clock === null &&
  filters.some(
    (one) =>
      one.kind === 'null' &&
      !one.negated &&
      one.column.table === thing &&
      facts.isTime(one.column) &&
      (!facts.isEvent(thing) || facts.isLastOfSeveral(one.column)),
  );

/** Cost of a period as the time of a verb that is separated from it. */
const OF_WHAT_WAS_DONE = 0.05;

/** 今年有多少个客户下过单: a period before the actors as the time of their action. */
function doneIn<W extends SetMeaning | FigureMeaning>(
  facts: Facts,
  what: W,
  use: PeriodUse,
): { meaning: W; cost: number }[] {
  const { did, ...rest } = what;
  if (did === undefined || use.key === PAST) return [];
  const isUndated = (one: Filter): boolean =>
    one.kind === 'exists' && one.table === did.table && one.filters.every(({ kind }) => kind !== 'time');
  if (what.filters.filter(isUndated).length !== 1) return [];
  const filters = what.filters.map((one): Filter =>
    one.kind === 'exists' && isUndated(one)
      ? { ...one, filters: [...one.filters.filter((own) => own.kind !== 'null'), periodFilter(facts, use, did)] }
      : one,
  );
  return [{ meaning: { ...rest, filters } as W, cost: OF_WHAT_WAS_DONE }];
}

/** The only dated event in the conditions, or null. */
function datedEvent({ filters }: SetMeaning | FigureMeaning): (Existence & { clock: ColumnRef }) | null {
  const [event, ...more] = filters.flatMap((one) => {
    const times = isOfAny(one) ? one.filters.filter(({ kind }) => kind === 'time') : [];
    const [time] = times;
    return one.kind === 'exists' && time?.kind === 'time' && !time.negated && times.length === 1
      ? [{ ...one, clock: time.column }]
      : [];
  });
  return event && more.length === 0 ? event : null;
}

const leavesOut = (what: SetMeaning | FigureMeaning, use: PeriodUse): boolean =>
  use.negated && datedEvent(what) !== null;

/**
 * "Who ordered in 2024 but not in 2025": an excluded period behind a dated event requires that no such event exists in
 * it.
 */
function notDoneIn<W extends SetMeaning | FigureMeaning>(
  facts: Facts,
  what: W,
  use: PeriodUse,
): { meaning: W; cost: number }[] {
  const event = leavesOut(what, use) ? datedEvent(what) : null;
  if (event === null) return [];
  const { clock, ...done } = event;
  const others = done.filters.filter(({ kind }) => kind !== 'time');
  const never: Filter = {
    ...done,
    filters: [...others, periodFilter(facts, { ...use, negated: false }, clock)],
    negated: true,
  };
  return [{ meaning: { ...what, filters: [...what.filters, never] }, cost: 0 }];
}

/** Whether a time column is shown, to which a following period would rather belong. */
const showsTime = (facts: Facts, { select, clock }: SetMeaning): boolean =>
  select.some((column) => facts.isTime(column) && column.column !== clock?.column && !facts.isEventTime(column));

/**
 * Whether a second period would contradict the first: "the last week of October" is neither of two periods. The
 * weekends of October are an exception.
 */
const isSecond = (periods: readonly PeriodUse[], use: PeriodUse): boolean =>
  periods.some((one) => one.column === null && !one.negated && !use.negated && one.recurs?.unit === use.recurs?.unit);
