import type { TimePart } from '@querent/contracts';
import {
  alone,
  type Construction,
  countOf,
  either,
  type Facts,
  type FigureMeaning,
  isCount,
  type Key,
  type KeysMeaning,
  pair,
  periodFilter,
} from '@querent/grammar';
import { rankedKeys } from './ranked';

/** Recurring times: groups by hour of the day, weekday or month of any year, and the busiest of them. */
export const RECURRING_TIMES: readonly Construction[] = [
  alone('grouping by times that come again', 'time_part', { zh: '每周几', en: 'hourly' }, ({ part, use }) =>
    use === 'bare' ? null : { ...partKeys(part, use === 'each'), asked: use === 'which' },
  ),
  pair(
    'grouping by a time that comes again',
    ['w:by', 'w:each'],
    'time_part',
    { zh: '按星期几', en: 'by day of the week' },
    (marker, { part, use }) => (use === 'each' ? null : partKeys(part, (marker as { cat: string }).cat === 'w:each')),
  ),
  pair(
    'asked time that comes again',
    ['w:which', 'w:what'],
    'time_part',
    { zh: '哪个时段', en: 'which weekday' },
    (_, { part, use }) => (use === 'bare' ? { ...partKeys(part), asked: true } : null),
  ),
  pair(
    'time that comes again after and',
    ['w:and', 'w:comma'],
    'time_part',
    { zh: '和星期几', en: 'and hour of the day' },
    (_, { part }) => ({ cat: 'joined', by: 'and', what: partKeys(part) }),
  ),
  ...either(
    'time that comes again with an extreme',
    'ranking',
    'time_part',
    { cost: 0.02, zh: '订单最多的时段', en: 'hour with the most orders' },
    (found, { part, use }, facts) => (use === 'each' ? null : rankedKeys(facts, partKeys(part).keys, found)),
  ),
  pair(
    'event in one more period',
    'condition',
    'period',
    { cost: 0.02, zh: '', en: 'ordered on weekends last year' },
    (condition, { use }, facts) => inOneMore(condition, use, facts),
  ),
  pair(
    'one more period before an event',
    'period',
    'condition',
    { cost: 0.02, zh: '去年周末下单', en: 'last year ordered on weekends' },
    ({ use }, condition, facts) => inOneMore(condition, use, facts),
  ),
  pair(
    'busiest part of time',
    'busy',
    ['time_part', 'other'],
    { zh: '最忙的时段', en: 'busiest hour' },
    ({ direction }, what) => {
      const keys = keysOf(what);
      return keys && { cat: 'busy_part', keys: keys.keys, direction };
    },
  ),
  ...either(
    'part of time that is busiest',
    'keys',
    'busy',
    { zh: '几点最忙', en: 'which weekday is busiest' },
    (keys, { direction }) =>
      keys.keys.length === 1 && keys.keys[0]?.column === null ? { cat: 'busy_part', keys: keys.keys, direction } : null,
  ),
  pair(
    'marker around what is busiest',
    ['w:is', 'w:what', 'w:which', 'w:do'],
    ['busy', 'busy_part'],
    { zh: '是最忙', en: 'is the busiest' },
    (_, what) => what,
  ),
  pair(
    'marker behind what is busiest',
    ['busy', 'busy_part'],
    ['w:de', 'w:is', 'w:which'],
    { zh: '最忙的', en: '' },
    (what) => what,
  ),
  ...either(
    'when most happens',
    'busy_part',
    ['set', 'of_set', 'figure'],
    { cost: 0.02, zh: '订单几点最忙', en: 'busiest hour for orders' },
    ({ keys, direction }, what, facts) => {
      const by = what.cat === 'figure' ? what : countOf(what.cat === 'set' ? what : what.set);
      const isOfRows = by !== null && isCount(by) && by.keys.length === 0 && by.order === null;
      if (!isOfRows || !facts.isEvent(by.thing)) return null;
      return rankedKeys(facts, [...keys], { cat: 'ranking', by: counted(by), direction, limit: null, rank: null });
    },
  ),
];

const counted = (figure: FigureMeaning): FigureMeaning => ({ ...figure, implied: false });

const partKeys = (part: TimePart, isEach = false): KeysMeaning => ({
  cat: 'keys',
  keys: [partKey(part, isEach)],
  asked: false,
});

const partKey = (part: TimePart, isEach = false): Key => ({
  column: null,
  grain: null,
  part,
  ...(isEach && { each: true }),
});

type OtherMeaning = Extract<Parameters<Construction['build']>[0], { cat: 'other' | 'time_part' }>;

/** Groups by a recurring part of time or by a calendar period. */
function keysOf(what: OtherMeaning): KeysMeaning | null {
  if (what.cat === 'time_part') return what.use === 'each' ? null : partKeys(what.part);
  const { unit } = what;
  return unit.type === 'grain' && unit.bare
    ? { cat: 'keys', keys: [{ column: null, grain: unit.grain }], asked: false }
    : null;
}

type ConditionOf = Extract<Parameters<Construction['build']>[0], { cat: 'condition' }>;
type UseOf = Extract<Parameters<Construction['build']>[0], { cat: 'period' }>['use'];

/** An event at recurring times within a calendar period: the weekends of last year. */
function inOneMore(condition: ConditionOf, use: UseOf, facts: Facts): ConditionOf | null {
  const [first, ...more] = condition.filters;
  if (!condition.event || more.length > 0 || (first?.kind !== 'time' && first?.kind !== 'recurring')) return null;
  const isOther = first.kind === 'time' ? use.recurs !== undefined : use.recurs?.unit !== first.times.unit;
  return isOther && !use.negated ? { ...condition, filters: [first, periodFilter(facts, use, first.column)] } : null;
}
