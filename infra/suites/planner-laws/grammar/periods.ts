import type { Locale } from '@querent/language';
import type { RandomChoices } from '../../meaning/random/random-choices';

/** A period of whole days; `to` is exclusive. */
export interface Period {
  from: string;
  to: string;
  text: string;
  /** The English preposition before it, if it takes one. */
  prep: string;
  /** The previous period, if comparisons with it are common. */
  before: { from: string; to: string; text: string } | null;
}

/** Periods with their names, by the product's conventions for time expressions. @param today YYYY-MM-DD */
export function periodOf(random: RandomChoices, locale: Locale, today: string): Period {
  return random.pick(KINDS)(random, today)[locale];
}

type Both = Record<Locale, Period>;
type Kind = (random: RandomChoices, today: string) => Both;

const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const monthStart = (year: number, month: number): string =>
  new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);
const dateOf = (today: string): { year: number; month: number } => ({
  year: Number(today.slice(0, 4)),
  month: Number(today.slice(5, 7)),
});

const both = (from: string, to: string, zh: string, en: string, prep = ''): Both => ({
  zh: { from, to, text: zh, prep: '', before: null },
  en: { from, to, text: en, prep, before: null },
});

const withBefore = (made: Both, from: string, to: string, zh: string, en: string): Both => ({
  zh: { ...made.zh, before: { from, to, text: zh } },
  en: { ...made.en, before: { from, to, text: en } },
});

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'.split('|');

const thisYear: Kind = (_, today) => {
  const { year } = dateOf(today);
  return withBefore(
    both(`${year}-01-01`, dayAfter(today), '今年', 'this year'),
    `${year - 1}-01-01`,
    `${year}-01-01`,
    '去年',
    'last year',
  );
};
const lastYear: Kind = (_, today) => {
  const { year } = dateOf(today);
  return withBefore(
    both(`${year - 1}-01-01`, `${year}-01-01`, '去年', 'last year'),
    `${year - 2}-01-01`,
    `${year - 1}-01-01`,
    '前年',
    'the year before last',
  );
};
const lastMonth: Kind = (_, today) => {
  const { year, month } = dateOf(today);
  return both(monthStart(year, month - 1), monthStart(year, month), '上个月', 'last month');
};
const thisMonth: Kind = (_, today) => {
  const { year, month } = dateOf(today);
  return withBefore(
    both(monthStart(year, month), dayAfter(today), '本月', 'this month'),
    monthStart(year, month - 1),
    monthStart(year, month),
    '上个月',
    'last month',
  );
};
const lastQuarter: Kind = (_, today) => {
  const { year, month } = dateOf(today);
  const start = month - ((month - 1) % 3);
  return both(monthStart(year, start - 3), monthStart(year, start), '上季度', 'last quarter');
};
const aYear: Kind = ({ whole }, today) => {
  const year = dateOf(today).year - whole(1, 3);
  return withBefore(
    both(`${year}-01-01`, `${year + 1}-01-01`, `${year}年`, `${year}`, 'in'),
    `${year - 1}-01-01`,
    `${year}-01-01`,
    `${year - 1}年`,
    `${year - 1}`,
  );
};
const aMonth: Kind = ({ whole }, today) => {
  const [year, month] = [dateOf(today).year - whole(1, 2), whole(1, 12)];
  return both(
    monthStart(year, month),
    monthStart(year, month + 1),
    `${year}年${month}月`,
    `${MONTHS[month - 1]} ${year}`,
    'in',
  );
};
const aQuarter: Kind = ({ whole }, today) => {
  const [year, quarter] = [dateOf(today).year - whole(1, 2), whole(1, 4)];
  return both(
    monthStart(year, quarter * 3 - 2),
    monthStart(year, quarter * 3 + 1),
    `${year}年第${'一二三四'.charAt(quarter - 1)}季度`,
    `Q${quarter} ${year}`,
    'in',
  );
};
const lastDays: Kind = ({ pick }, today) => {
  const days = pick([7, 30, 90]);
  return both(dayAfter(today, 1 - days), dayAfter(today), `最近${days}天`, `the last ${days} days`, 'in');
};

const KINDS: readonly Kind[] = [
  thisYear,
  lastYear,
  lastMonth,
  thisMonth,
  lastQuarter,
  aYear,
  aMonth,
  aQuarter,
  lastDays,
];
/**
 * Past periods. The elapsed part of a current period could be compared with the same part or all of the previous one.
 */
export const COMPARED: readonly Kind[] = [lastYear, aYear];
