import type { PeriodUse } from '../meaning';
import type { Edited } from './edit';
import type { Topic } from './lift-query';

/** The period of a topic beside another, the later one as the current; null where it has none, or several. */
export function againstPeriod(topic: Topic, other: PeriodUse): Edited | null {
  if (topic.cat === 'set') return null;
  const [period, ...more] = topic.periods;
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
