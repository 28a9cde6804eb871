import { type Construction, either, type GroupConditionMeaning, pair } from '@querent/grammar';
import { rowsOfEvent } from '../events/events';
import { isSome } from '../rows/related-rows';

/** Events in each of two periods: those who ordered both last year and this year. */
export const EACH_PERIOD: readonly Construction[] = [
  ...either(
    'each of two periods',
    'w:both',
    'pair',
    { cost: 0.01, zh: '去年和今年都', en: 'both last year and this year' },
    (_, { base, current }) => ({ cat: 'each_period', uses: [base, current] }),
  ),
  pair(
    'in each of two periods',
    ['w:in', 'w:of'],
    'each_period',
    { zh: '在去年和今年都', en: 'in both 2024 and 2025' },
    (_, each) => each,
  ),
  ...either(
    'related rows in each of two periods',
    ['group_condition', 'event'],
    'each_period',
    { cost: 0.02, zh: '去年和今年都下过单的', en: 'ordered in both 2024 and 2025' },
    (what, { uses }, facts) => {
      const rows = what.cat === 'event' ? rowsOfEvent(facts, what) : what;
      if (rows === null || !isSome(rows) || rows.figure.periods.length > 0) return null;
      return { cat: 'all_of', rows: uses.map((use) => ({ ...rows, figure: { ...rows.figure, periods: [use] } })) };
    },
  ),
  pair(
    'each of two periods, and what an event happened to',
    'all_of',
    'set',
    { cost: 0.03, zh: '去年和今年都借过书的', en: 'borrowed books in both years' },
    (all, set, facts) => {
      const isBare = set.filters.length + set.periods.length + set.having.length + set.select.length === 0;
      const isOf = ({ figure }: GroupConditionMeaning): boolean =>
        figure.clock !== null && facts.way(figure.thing, set.thing)?.kind === 'lookup' && !facts.isPerson(set.thing);
      return isBare && !set.asked && set.order.length === 0 && all.rows.every(isOf) ? all : null;
    },
  ),
];
