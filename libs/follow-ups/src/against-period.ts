import type { Grain } from '@querent/contracts';
import { addDays } from '@querent/language';
import type { PeriodUse } from '@querent/grammar';
import { addMonths } from '@querent/reading';
import type { Edited } from './edit';
import type { Topic } from './lift-query';

/**
 * Compares the period of a topic with another one, the later as the current; null if the topic has no period, or
 * several.
 */
export function againstPeriod(topic: Topic, other: PeriodUse): Edited | null {
  if (topic.cat === 'set') return null;
  const [period, ...more] = topic.periods;
  if (!period && topic.compare === null && other.grain === 'year')
    return {
      topic: { ...topic, compare: { kind: 'yoy', grain: null, against: other }, order: null, limit: null },
      cost: 0,
    };
  const last = topic.compare !== null && 'current' in topic.compare ? topic.compare.current : period;
  if (!last || more.length > 0) return null;
  const [base, current] = (other.from ?? '') > (last.from ?? '') ? [last, other] : [other, last];
  return {
    topic: {
      ...topic,
      clock: last.column ?? topic.clock,
      periods: [],
      compare: { base, current },
      order: null,
      limit: null,
    },
    cost: 0,
  };
}

/**
 * The period of the grain that is `by` grains after the start of another; null if that does not start with a whole
 * grain.
 */
export function besidePeriod(
  { from, column }: PeriodUse,
  { grain, by }: { grain: Grain; by: number },
): PeriodUse | null {
  if (from === null) return null;
  const months = MONTHS[grain];
  const days = grain === 'week' ? 7 : 1;
  const moved = (day: string, times: number): string =>
    months === undefined ? addDays(day, days * times) : addMonths(day, months * times);
  if (months !== undefined && !from.endsWith('-01')) return null;
  const start = moved(from, by);
  const end = moved(start, 1);
  const label = labelOf(start, end, grain);
  return { from: start, to: end, label, grain, relative: false, key: '', column, negated: false };
}

function labelOf(start: string, end: string, grain: Grain): PeriodUse['label'] {
  const [year = '', month = ''] = start.split('-');
  if (grain === 'year' && start.endsWith('-01-01')) return { zh: `${year}年`, en: year };
  if (grain === 'month') return { zh: `${year}年${Number(month)}月`, en: `${year}-${month}` };
  const days = grain === 'day' ? start : `${start} – ${addDays(end, -1)}`;
  return { zh: days, en: days };
}

/** "These two months": the period of the topic and the next one if it has begun, else the previous one. */
export function bothPeriods(topic: Topic, grain: Grain, today: string): Edited[] {
  const [period, ...more] = topic.cat === 'figure' ? topic.periods : [];
  if (!period || more.length > 0) return [];
  const [later, earlier] = [1, -1].map((by) => besidePeriod(period, { grain, by }));
  const other = later && (later.from ?? '') <= today ? later : earlier;
  const made = other ? againstPeriod(topic, other) : null;
  return made ? [made] : [];
}

const MONTHS: Partial<Record<Grain, number>> = { month: 1, quarter: 3, year: 12 };
