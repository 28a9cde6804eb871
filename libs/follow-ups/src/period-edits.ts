import type { Filter } from '@querent/contracts';
import {
  type Facts,
  type FigureMeaning,
  periodFilter,
  type PeriodUse,
  sameColumn,
  withoutTimes,
} from '@querent/grammar';
import { addMonths } from '@querent/reading';
import { againstPeriod, besidePeriod } from './against-period';
import { edit, type Edit, type Edited, type Editing, removesParts } from './edit';
import type { Topic } from './lift-query';

/** Edits of the time that the last query was about. */
export const PERIOD_EDITS: readonly Edit[] = [
  edit('other period', 'period', { changes: 'period', zh: '去年呢', en: 'and last year?' }, (topic, { use }, editing) =>
    inPeriod(topic, use, editing),
  ),
  edit(
    'earlier or later period',
    'op:shift',
    { changes: 'period', zh: '再上一个月呢', en: 'and the month before that?' },
    (topic, { operator }, editing) => {
      const [last, ...more] = topic.periods;
      const use = last && more.length === 0 ? besidePeriod(last, operator) : null;
      return use && inPeriod(topic, use, editing);
    },
  ),
];

/** The topic in another period. The time column stays the same, also inside a condition on related rows. */
export function inPeriod(topic: Topic, named: PeriodUse, editing: Editing): Edited | null {
  const { facts, words } = editing;
  const [last, ...more] = topic.periods;
  const use = named.yearless && last ? inYearOf(last, named) : named;
  if (use.recurs) return words.has('compare') ? null : atTimes(topic, use, editing);
  if (words.has('compare')) return againstPeriod(topic, use);
  if (removesParts(editing)) return withoutPeriod(topic, use);
  const inside = last ? null : inPeriodInside(topic, use, facts);
  if (inside) return { topic: { ...topic, filters: inside }, cost: 0 };
  const column =
    last && more.every((one) => one.column !== null && last.column !== null && sameColumn(one.column, last.column))
      ? last.column
      : topic.clock;
  // "Theirs last year" restricts the events of those who joined in the previous period to last year.
  const isTheirs = words.has('those') && last?.column && last.column.table !== topic.thing;
  if (isTheirs && last.column && facts.clocks(topic.thing).length > 0) {
    const theirs = periodFilter(facts, last, last.column);
    return { topic: { ...topic, filters: [...topic.filters, theirs], clock: null, periods: [use] }, cost: 0 };
  }
  const changed = { ...topic, filters: withoutTimes(topic.filters, facts), periods: [{ ...use, column }] };
  return { topic: changed.cat === 'figure' ? { ...changed, compare: keptShift(changed) } : changed, cost: 0 };
}

/**
 * Adds a recurring time to the period of the topic: on weekends. It replaces other recurring times of the same unit.
 */
function atTimes(topic: Topic, use: PeriodUse, editing: Editing): Edited | null {
  const isOfKind = (filter: Filter): boolean => filter.kind === 'recurring' && filter.times.unit === use.recurs?.unit;
  const filters = topic.filters.filter((filter) => !isOfKind(filter));
  const same = topic.filters.find(
    (filter) => filter.kind === 'recurring' && JSON.stringify(filter.times) === JSON.stringify(use.recurs),
  );
  const isOut = removesParts(editing);
  if (isOut && same) return { topic: { ...topic, filters }, cost: 0 };
  const column = topic.periods[0]?.column ?? topic.clock;
  return { topic: { ...topic, filters, periods: [...topic.periods, { ...use, column, negated: isOut }] }, cost: 0 };
}

/** Removes the period of the topic, or excludes a part of it; null if the period is not inside it. */
function withoutPeriod(topic: Topic, use: PeriodUse): Edited | null {
  const [last, ...more] = topic.periods;
  const day = (at: string | null, open: string): string => at ?? open;
  const isWithin = !last || (day(last.from, '') <= day(use.from, '') && day(use.to, '9999') <= day(last.to, '9999'));
  if (last && last.from === use.from && last.to === use.to) return { topic: { ...topic, periods: more }, cost: 0 };
  if (!isWithin || use.or) return null;
  const column = last?.column ?? null;
  return { topic: { ...topic, periods: [...topic.periods, { ...use, column, negated: true }] }, cost: 0 };
}

/** "And Q3?" means the quarter of the year that the topic is about, if that is an earlier year than the latest. */
function inYearOf(last: PeriodUse, use: PeriodUse): PeriodUse {
  const years = [last.from, use.from].map((day) => Number(day?.slice(0, 4)));
  const [lastYear = 0, latestYear = 0] = years;
  const { from, grain } = use;
  if (last.grain === null || from === null || grain === null || !(lastYear < latestYear)) return use;
  return besidePeriod({ ...use, from: addMonths(from, 12 * (lastYear - latestYear)) }, { grain, by: 0 }) ?? use;
}

/** A year-over-year comparison is kept for another period. A comparison of two adjacent whole periods is not. */
function keptShift({ compare }: FigureMeaning): FigureMeaning['compare'] {
  if (compare === null || 'kind' in compare) return compare;
  const { base, current } = compare;
  if (current.from === null || current.to === null || (base.to === current.from && base.grain !== null)) return null;
  const isYearBefore = base.from === addMonths(current.from, -12) && base.to === addMonths(current.to, -12);
  return isYearBefore ? { kind: 'yoy', grain: null } : null;
}

/**
 * Changes the period of a condition on related rows, or adds one to the events of a lasting thing; null if neither
 * applies.
 */
function inPeriodInside({ thing, filters }: Topic, use: PeriodUse, facts: Facts): Filter[] | null {
  const timed = filters.findIndex(
    (filter) => filter.kind === 'exists' && filter.filters.some(({ kind }) => kind === 'time'),
  );
  // "Since May?" after rows without events restricts these events, even if the rows have a time themselves.
  const isTimeless = (filter: Filter): boolean =>
    filter.kind === 'exists' && (filter.negated || facts.isLasting(thing)) && facts.clocks(filter.table).length > 0;
  const at = timed >= 0 ? timed : filters.findIndex(isTimeless);
  const found = filters[at];
  if (found?.kind !== 'exists') return null;
  const [clock] = timed < 0 ? facts.clocks(found.table) : [];
  const inner = clock
    ? [...found.filters, periodFilter(facts, use, clock)]
    : found.filters.map((filter) => (filter.kind === 'time' ? periodFilter(facts, use, filter.column) : filter));
  return filters.map((filter, here) => (here === at ? { ...found, filters: inner } : filter));
}
