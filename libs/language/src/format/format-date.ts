import type { Locale } from '../locale';
import { addDays, parseCivil } from '../time/civil-date';
import { monthName } from '../time/time-names';
import type { DateRange, Grain } from '../time/time-match';

/**
 * A day (YYYY-MM-DD, or an ISO timestamp whose date is used as written) in words: 2025年3月5日, "March 5, 2025". With a
 * grain, the period that the day begins: 2025年3月, "Q1 2025". Any other text is returned unchanged.
 */
export function formatDate(value: string, locale: Locale, grain: Grain = 'day'): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(value);
  if (!match) return value;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const quarter = Math.ceil(month / 3);
  const texts: Readonly<Record<Grain, Record<Locale, string>>> = {
    day: { zh: `${year}年${month}月${day}日`, en: `${monthName(month)} ${day}, ${year}` },
    week: { zh: `${year}年${month}月${day}日起的一周`, en: `week of ${monthName(month)} ${day}, ${year}` },
    month: { zh: `${year}年${month}月`, en: `${monthName(month)} ${year}` },
    quarter: { zh: `${year}年第${'一二三四'.charAt(quarter - 1)}季度`, en: `Q${quarter} ${year}` },
    year: { zh: `${year}年`, en: `${year}` },
  };
  return texts[grain][locale];
}

/** A range in words, both ends included although `to` is exclusive: "2025年1月1日至2025年12月31日". */
export function formatRange({ from, to }: DateRange, locale: Locale): string {
  const first = from === null ? null : formatDate(from, locale);
  const last = to === null ? null : formatDate(lastDay(to), locale);
  if (first !== null && last !== null) {
    if (first === last) return first;
    return locale === 'zh' ? `${first}至${last}` : `${first} to ${last}`;
  }
  if (first !== null) return locale === 'zh' ? `${first}起` : `from ${first} on`;
  if (last !== null) return locale === 'zh' ? `截至${last}` : `until ${last}`;
  return locale === 'zh' ? '全部时间' : 'all time';
}

function lastDay(to: string): string {
  parseCivil(to);
  return addDays(to, -1);
}
