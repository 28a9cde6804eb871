import type { Filter, Grain } from '@querent/contracts';
import { addDays, addMonths, daysBetween } from '@querent/language';
import type { Candidate, Edit, TextSpan } from '../preview';
import { type ChoiceContext, distinct } from './choice-context';
import { isChanged } from './values';

type TimeFilter = Extract<Filter, { kind: 'time' }>;

/** Words of a period; `relative`: they need no preposition. */
interface Period {
  zh: string;
  en: string;
  form: 'relative' | 'days' | 'dated';
  /** Days, at least. */
  length: number;
}

const period =
  (form: Period['form'], length: number) =>
  (zh: string, en: string): Period => ({ zh, en, form, length });
const days = (n: number): Period => period('days', n)(`最近${n}天`, `last ${n} days`);
const [year, quarter, month, week] = [365, 90, 28, 7].map((length) => period('relative', length)) as [
  Named,
  Named,
  Named,
  Named,
];
type Named = (zh: string, en: string) => Period;

const YEARS = [year('今年', 'this year'), year('去年', 'last year')];
const QUARTERS = [quarter('本季度', 'this quarter'), quarter('上季度', 'last quarter')];
const MONTHS = [month('本月', 'this month'), month('上个月', 'last month')];
const WEEKS = [week('本周', 'this week'), week('上周', 'last week')];
const DAYS = [days(30), days(7), days(90)];

/** Days of a period, at most. */
export const DAYS_OF_GRAIN: Record<Grain, number> = { day: 1, week: 7, month: 31, quarter: 92, year: 366 };

/** Periods beside a named one, nearest first: its neighbours, those of its length, and those of other lengths. */
export function otherPeriods(filter: TimeFilter, own: TextSpan, context: ChoiceContext): Candidate[] {
  const { dimensions } = context.query;
  const longest = Math.max(0, ...dimensions.map(({ grain }) => (grain ? DAYS_OF_GRAIN[grain] : 0)));
  // "By month this month" has one group.
  const fitting = besides(filter.range, context.today).filter(({ length }) => longest === 0 || length > longest);
  return distinct(
    fitting.map((one) => ({
      ways: waysOf(one, own, context),
      means: isChanged(context.query.filters, filter, (one) => one.kind === 'time' && !one.negated, context),
    })),
  );
}

function besides({ from, to }: TimeFilter['range'], today: string): Period[] {
  if (from === null || to === null) return [...YEARS, ...QUARTERS, ...MONTHS, ...DAYS];
  const length = daysBetween(from, to);
  // A running period ends with today.
  const isUpToNow = to >= today && from <= today;
  const isFirst = from.endsWith('-01');
  if (isFirst && (length >= 365 || (isUpToNow && from.endsWith('-01-01') && length > 92))) {
    const year = Number(from.slice(0, 4));
    return [...yearsBeside(year, today), ...YEARS, ...QUARTERS, ...MONTHS, ...DAYS];
  }
  if (isFirst && length <= 31 && (length >= 28 || isUpToNow))
    return [...monthsBeside(from, today), ...MONTHS, ...QUARTERS, ...YEARS, ...DAYS];
  if (isFirst && length <= 92 && (Number(from.slice(5, 7)) - 1) % 3 === 0)
    return [...quartersBeside(from, today), ...QUARTERS, ...YEARS, ...MONTHS, ...DAYS];
  if (length === 7) return [...WEEKS, ...DAYS, ...MONTHS, ...YEARS];
  return [...DAYS, ...MONTHS, ...QUARTERS, ...YEARS];
}

/** The year before, and for a past year the year after it and the year before that. */
function yearsBeside(year: number, today: string): Period[] {
  const now = Number(today.slice(0, 4));
  const named = (one: number): Period[] =>
    one >= now - 1 ? YEARS.slice(now - one, now - one + 1) : [period('dated', 365)(`${one}年`, String(one))];
  return [year - 1, ...(year < now ? [year + 1] : []), year - 2].flatMap(named);
}

const EN_MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** The month before, and the same month a year earlier. */
function monthsBeside(from: string, today: string): Period[] {
  return [addMonths(from, -1), addMonths(from, -12)]
    .filter((one) => one.slice(0, 7) < addMonths(today, -1).slice(0, 7))
    .map((one) => {
      const [inYear, at] = [one.slice(0, 4), Number(one.slice(5, 7))];
      return period('dated', 28)(`${inYear}年${at}月`, `${EN_MONTHS[at - 1]} ${inYear}`);
    });
}

/** The quarter before, and the same quarter a year earlier. */
function quartersBeside(from: string, today: string): Period[] {
  return [addMonths(from, -3), addMonths(from, -12)]
    .filter((one) => addMonths(one, 6) <= addDays(today, 1))
    .map((one) => {
      const [inYear, at] = [one.slice(0, 4), Math.floor((Number(one.slice(5, 7)) - 1) / 3)];
      return period('dated', 90)(`${inYear}年第${'一二三四'.charAt(at)}季度`, `Q${at + 1} ${inYear}`);
    });
}

function waysOf(
  named: Period,
  { start, end }: TextSpan,
  { text, language }: ChoiceContext,
): readonly (readonly Edit[])[] {
  if (language === 'zh') return [[{ start, end, words: named.zh }]];
  const before = text.slice(0, start);
  const after = text.slice(end);
  const fixed = /\b(?:since|before|after|until|till|from|to|by|of|than|between|and|vs|versus)\s+(?:the\s+)?$/i.test(
    before,
  );
  if (fixed) return [[{ start, end, words: named.form === 'days' ? `the ${named.en}` : named.en }]];
  const preposition = /\b(?:in|during|for|over|within)\s+(?:the\s+)?$/i.exec(before)?.[0].length ?? 0;
  const from = preposition > 0 ? start - preposition : /\bthe\s+$/i.test(before) ? start - 4 : start;
  // "2025 revenue", "this year's revenue": the period is an attribute of the next word.
  const genitive = /^['’]s\b/.exec(after)?.[0].length ?? 0;
  const isAttribute =
    preposition === 0 &&
    (genitive > 0 || (/^\s*$|\bthe\s+$|\bis\s+$|\bare\s+$/i.test(before) && /^\s+\p{L}/u.test(after)));
  if (isAttribute)
    return [
      [
        {
          start,
          end: end + genitive,
          words: named.form === 'relative' ? `${named.en}'s` : named.form === 'dated' ? named.en : `the ${named.en}'`,
        },
      ],
    ];
  const words = { relative: named.en, days: `in the ${named.en}`, dated: `in ${named.en}` }[named.form];
  return [[{ start: from, end, words }]];
}
