import { addDays } from './civil-date';
import type { Bilingual, DateRange, Grain } from './time-match';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const WEEKDAYS_EN = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

export const UNIT_NAMES: Readonly<Record<Grain, Bilingual>> = {
  day: { zh: '天', en: 'day' },
  week: { zh: '周', en: 'week' },
  month: { zh: '个月', en: 'month' },
  quarter: { zh: '个季度', en: 'quarter' },
  year: { zh: '年', en: 'year' },
};

export function monthName(month: number): string {
  return MONTHS[month - 1] ?? '';
}

export function weekdayName(weekday: number): Bilingual {
  return { zh: `周${'一二三四五六日'.charAt(weekday - 1)}`, en: WEEKDAYS_EN[weekday - 1] ?? '' };
}

export function quarterName(year: number, quarter: number): Bilingual {
  return { zh: `${year}年第${'一二三四'.charAt(quarter - 1)}季度`, en: `Q${quarter} ${year}` };
}

/** "3 days", "3天". */
export function countOf(grain: Grain, count: number): Bilingual {
  const { zh, en } = UNIT_NAMES[grain];
  return { zh: `${count}${zh}`, en: `${count} ${en}${count === 1 ? '' : 's'}` };
}

/** The dates of a range, both ends included: "2025-01-01 至 2025-12-31"; open ends in words; '' for no bound at all. */
export function rangeInWords({ from, to }: DateRange): Bilingual {
  const last = to === null ? null : addDays(to, -1);
  if (from !== null && last !== null)
    return from === last ? same(from) : { zh: `${from} 至 ${last}`, en: `${from} to ${last}` };
  if (from !== null) return { zh: `${from} 起`, en: `from ${from} on` };
  return last === null ? same('') : { zh: `截至 ${last}`, en: `until ${last}` };
}

/** A name with its dates: "去年（2025-01-01 至 2025-12-31）"; the name alone if it equals them. */
export function labelOf(name: Bilingual, range: DateRange): Bilingual {
  const dates = rangeInWords(range);
  const label = (text: string, inWords: string, open: string, close: string): string =>
    inWords === '' || inWords === text ? text : `${text}${open}${inWords}${close}`;
  return { zh: label(name.zh, dates.zh, '（', '）'), en: label(name.en, dates.en, ' (', ')') };
}

function same(text: string): Bilingual {
  return { zh: text, en: text };
}
