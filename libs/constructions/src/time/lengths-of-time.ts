import type { AggregateFunction, ColumnRef, ElapsedUnit, Since } from '@querent/contracts';
import type { Operator } from '@querent/lexicon';
import {
  areMoments,
  boundedLength,
  type ColumnsMeaning,
  type Construction,
  either,
  type EventMeaning,
  type Facts,
  type FigureMeaning,
  figureOf,
  homeOfPair,
  isBareSet,
  type LengthMeaning,
  lengthOf,
  opposite,
  pair,
  type RankingMeaning,
  type SetMeaning,
  unitBetweenMoments,
} from '@querent/grammar';
import { timeOf } from '../rows/columns-compared';

/** The time from one event of a row to another, as a figure, a bound or an order. */
export const LENGTHS_OF_TIME: readonly Construction[] = [
  pair(
    'where a length of time begins',
    ['w:from', 'w:between'],
    ['columns', 'event', 'set'],
    { zh: '从下单', en: 'from order date' },
    (marker, what, facts) => {
      const column = endOf(facts, what);
      const joined = (marker as { cat: string }).cat === 'w:from' ? ('to' as const) : ('and' as const);
      return column && { cat: 'begins_at', column, joined };
    },
  ),
  pair(
    'where a length of time ends',
    ['w:to', 'w:and'],
    ['columns', 'event', 'set'],
    { zh: '到发货', en: 'to shipping date' },
    (marker, what, facts) => {
      const column = endOf(facts, what);
      const joined = (marker as { cat: string }).cat === 'w:to' ? ('to' as const) : ('and' as const);
      return column && { cat: 'ends_at', column, joined };
    },
  ),
  pair(
    'length of time',
    'begins_at',
    'ends_at',
    { zh: '从下单到发货', en: 'from order date to shipping date' },
    (begin, end, facts) => (begin.joined === end.joined ? lengthOf(facts, begin.column, end.column) : null),
  ),
  pair(
    'two times side by side',
    ['columns', 'event'],
    'ends_at',
    { cost: 0.05, zh: '下单到发货', en: 'order date to shipping date' },
    (begin, end, facts) => {
      const column = timeOf(facts, begin);
      const length = column && lengthOf(facts, column, end.column);
      return length && (end.joined === 'to' ? length : { cat: 'two_times', length });
    },
  ),
  pair(
    'length of time between two times',
    'two_times',
    'w:between',
    { zh: '下单和发货之间', en: '' },
    ({ length }) => length,
  ),
  pair(
    'marker after a length of time',
    'length',
    ['w:between', 'w:de'],
    { zh: '从下单到发货之间的', en: '' },
    (length) => length,
  ),
  pair(
    'marker before a length of time',
    ['w:in', 'w:of'],
    'length',
    { cost: 0.01, zh: '', en: 'for order date to shipping date' },
    (_, length) => length,
  ),
  pair(
    'light verb before how long',
    ['w:do', 'w:with', 'w:is', 'w:what'],
    'op:elapsed',
    { cost: 0.01, zh: '用了多少天', en: 'what is the number of days' },
    (_, how) => how,
  ),
  pair(
    'light verb after how long',
    'op:elapsed',
    'w:do',
    { cost: 0.01, zh: '', en: 'how long does it take' },
    (how) => how,
  ),
  pair(
    'light verb after the length that many come to',
    'elapsed',
    'w:do',
    { cost: 0.01, zh: '', en: 'how long on average does it take' },
    (how) => how,
  ),
  ...either(
    'what lengths of time come to',
    'op:aggregate',
    'op:elapsed',
    { zh: '平均多少天', en: 'average number of days' },
    ({ operator: { fn } }, { operator: { unit } }) => ({ cat: 'elapsed', unit, fn }),
  ),
  pair(
    'extreme of how long',
    'op:extreme',
    'op:elapsed',
    { zh: '最长用了多少天', en: '' },
    ({ operator }, { operator: { unit } }) => {
      const fn = extremeOf(operator);
      return fn && (operator.limit ?? operator.rank) === null ? { cat: 'elapsed', unit, fn } : null;
    },
  ),
  ...either(
    'length of time in its unit',
    'op:elapsed',
    'length',
    { zh: '从下单到发货的天数', en: 'days from order date to shipping date' },
    ({ operator: { unit } }, length, facts) => {
      if (unit === null) return length;
      return length.unit === null && isCountedIn(facts, length, unit) ? { ...length, unit } : null;
    },
  ),
  ...either(
    'aggregate of lengths of time',
    'elapsed',
    'length',
    { zh: '从下单到发货平均多少天', en: 'average number of days from order date to shipping date' },
    ({ unit, fn, by }, length, facts) =>
      by === undefined && (unit === null || length.unit === null)
        ? figureOfLength(facts, length, fn, unit ?? unitOrDefault(facts, length))
        : null,
  ),
  ...either(
    'aggregate of a length of time',
    'op:aggregate',
    'length',
    { zh: '从下单到发货的平均天数', en: 'days from order date to shipping date on average' },
    ({ operator: { fn } }, length, facts) => figureOfLength(facts, length, fn, unitOrDefault(facts, length)),
  ),
  pair(
    'extreme before a length of time',
    'op:extreme',
    'length',
    { zh: '', en: 'longest time from order date to shipping date' },
    ({ operator }, length, facts) => {
      const fn = extremeOf(operator);
      const figure =
        fn && (operator.limit ?? operator.rank) === null
          ? figureOfLength(facts, length, fn, unitOrDefault(facts, length))
          : null;
      const by = rankedBy(facts, operator, length);
      return [
        ...(figure ? [{ meaning: figure, cost: 0.02 }] : []),
        ...(by ? [{ ...by, attributive: true as const }] : []),
      ];
    },
  ),
  pair(
    'extreme after a length of time',
    'length',
    'op:extreme',
    { zh: '从下单到发货时间最长', en: '' },
    (length, { operator }, facts) => rankedBy(facts, operator, length),
  ),
  ...either(
    'how long after a time',
    ['op:elapsed', 'elapsed'],
    'against_other',
    { zh: '下单后平均多少天', en: 'how many days after the order date' },
    (how, { other, op, by }, facts) => {
      if (op !== '>' || by !== null || !facts.isDate(other)) return null;
      const [unit, fn] = how.cat === 'operator' ? [how.operator.unit, null] : [how.unit, how.fn];
      return { cat: 'elapsed_after', from: other, unit, fn };
    },
  ),
  ...either(
    'what the time after another comes to',
    'op:aggregate',
    'elapsed_after',
    { zh: '平均下单后多少天', en: 'on average, how many days after the order date' },
    ({ operator: { fn } }, after) => (after.fn === null ? { ...after, fn } : null),
  ),
  pair(
    'who did something some time after another',
    'elapsed_after',
    'set',
    { cost: 0.1, zh: '', en: 'how many days after the order date do customers' },
    (after, set, facts) => (isBareSet(set) && facts.way(after.from.table, set.thing)?.kind === 'lookup' ? after : null),
  ),
  pair(
    'time from another to an event',
    'elapsed_after',
    ['event', 'set'],
    { zh: '下单后平均多少天发货', en: 'how many days after the order date are repairs shipped on average' },
    ({ from, unit, fn }, what, facts) => {
      const column = what.cat === 'event' ? (what.negated ? null : what.column) : what.clock;
      const length = column && fn ? lengthOf(facts, from, column) : null;
      const figure = length && fn && figureOfLength(facts, length, fn, unit ?? unitOrDefault(facts, length));
      if (!figure || what.cat === 'event') return figure;
      // The length already requires that the event has happened.
      const filters = what.filters.filter((one) => one.kind !== 'null' || !one.negated);
      const isOfRows = figure.thing === what.thing && isBareSet({ ...what, filters: [] }) && !what.asked;
      return isOfRows ? { ...figure, filters } : null;
    },
  ),
  pair(
    'whom it takes so long',
    'elapsed',
    'set',
    { cost: 0.1, zh: '客户平均要几天', en: 'how long does it take customers on average' },
    (elapsed, set) => (isBareSet(set) && elapsed.by === undefined ? { ...elapsed, by: set.thing } : null),
  ),
  pair(
    'time until an event',
    'elapsed',
    ['event', 'ends_at'],
    { cost: 0.1, zh: '平均要几天才发货', en: 'how long does it take on average until shipping' },
    ({ unit, fn, by }, end, facts) => {
      if (by !== undefined && facts.way(end.column.table, by)?.kind !== 'lookup') return null;
      if (end.cat === 'event' && end.negated) return null;
      const begin = end.cat === 'event' || end.joined === 'to' ? ownClock(facts, end.column) : null;
      const length = begin && lengthOf(facts, begin, end.column);
      return length && figureOfLength(facts, length, fn, unit ?? unitOrDefault(facts, length));
    },
  ),
  ...either(
    'length of time within a bound',
    'bound',
    'length',
    { zh: '从下单到发货超过30天', en: 'more than 30 days from order date to shipping date' },
    (bound, length, facts) => (bound.distinct ? null : boundedLength(facts, length, bound)),
  ),
  pair(
    'length of time that rows are sorted by',
    'w:by',
    'length',
    { zh: '按从下单到发货的天数', en: 'by days from order date to shipping date' },
    (_, length, facts) => ({
      cat: 'sort',
      by: { cat: 'column', column: length.to, since: sinceOf(facts, length) },
      direction: null,
    }),
  ),
];

/**
 * The time column of one end of a length: an attribute, an event, or the time of an event table that is named after it.
 */
function endOf(facts: Facts, what: ColumnsMeaning | EventMeaning | SetMeaning): ColumnRef | null {
  if (what.cat !== 'set') return timeOf(facts, what);
  // "To pay a bill": the verb directly before the noun determines the time.
  const { clock: happened } = what;
  const isOnlyKnown = what.filters.every(
    (one) => one.kind === 'null' && one.negated && one.column.column === happened?.column,
  );
  if (happened && isOnlyKnown && isBareSet({ ...what, filters: [] })) return facts.isDate(happened) ? happened : null;
  const clock = isBareSet(what) && facts.isEvent(what.thing) ? facts.clock(what.thing) : null;
  return clock && facts.isDate(clock) && facts.sharesName(clock) ? clock : null;
}

/** The time of an event's rows, as the start of a length that ends with a later event. */
function ownClock(facts: Facts, { table, column }: ColumnRef): ColumnRef | null {
  const clock = facts.isEvent(table) ? facts.clock(table) : null;
  return clock && (clock.table !== table || clock.column !== column) ? clock : null;
}

/**
 * The unit of a length without one: days for dates. Between two timestamps, the unit of the model's metrics for these
 * rows, else hours, because fractions of a day matter.
 */
function unitOrDefault(facts: Facts, { from, to, unit }: LengthMeaning): ElapsedUnit {
  if (unit !== null) return unit;
  if (!areMoments(facts, from, to)) return 'day';
  return unitBetweenMoments(facts, to.table) ?? 'hour';
}

const isCountedIn = (facts: Facts, { from, to }: LengthMeaning, unit: ElapsedUnit): boolean =>
  unit === 'day' || areMoments(facts, from, to);

function figureOfLength(
  facts: Facts,
  length: LengthMeaning,
  fn: AggregateFunction,
  unit: ElapsedUnit,
): FigureMeaning | null {
  const table = homeOfPair(facts, length.from, length.to);
  if (table === null || !isCountedIn(facts, length, unit)) return null;
  return figureOf(table, {
    kind: 'aggregate',
    fn,
    table,
    column: length.to,
    since: sinceOf(facts, { ...length, unit }),
  });
}

const sinceOf = (facts: Facts, length: LengthMeaning): Since => ({
  table: length.from.table,
  column: length.from.column,
  unit: unitOrDefault(facts, length),
});

type Extreme = Extract<Operator, { op: 'extreme' }>;

/** Lengths of time are long, short, slow or fast, but not expensive or early. */
const mayGrade = ({ scale }: Extreme): boolean =>
  scale === null || scale === 'length' || scale === 'amount' || scale === 'size' || scale === 'speed';

const directionOf = ({ scale, direction }: Extreme): 'asc' | 'desc' =>
  scale === 'speed' ? opposite(direction) : direction;

const extremeOf = (operator: Extreme): 'min' | 'max' | null =>
  mayGrade(operator) ? (directionOf(operator) === 'asc' ? 'min' : 'max') : null;

function rankedBy(facts: Facts, operator: Extreme, length: LengthMeaning): RankingMeaning | null {
  const { limit, rank } = operator;
  if (!mayGrade(operator)) return null;
  const by = { cat: 'column' as const, column: length.to, since: sinceOf(facts, length) };
  return { cat: 'ranking', by, direction: directionOf(operator), limit, rank };
}
