import { type Locale, say } from '@querent/model';

const UNITS: Readonly<Record<string, { zh: string; en: string }>> = {
  day: { zh: '天', en: 'day' },
  week: { zh: '周', en: 'week' },
  month: { zh: '个月', en: 'month' },
  mon: { zh: '个月', en: 'month' },
  year: { zh: '年', en: 'year' },
  hour: { zh: '小时', en: 'hour' },
  minute: { zh: '分钟', en: 'minute' },
};
const BEGINNINGS: Readonly<Record<string, { zh: string; en: string }>> = {
  day: { zh: '今天', en: 'today' },
  week: { zh: '本周初', en: 'the beginning of this week' },
  month: { zh: '本月初', en: 'the beginning of this month' },
  quarter: { zh: '本季度初', en: 'the beginning of this quarter' },
  year: { zh: '今年年初', en: 'the beginning of this year' },
};
const NOW =
  'now\\(\\)|current_date|current_timestamp|localtimestamp|date_trunc\\(day, (?:now\\(\\)|current_date|current_timestamp)\\)';

/**
 * A constant of a statement in words. A plain value is returned unchanged, a time relative to now as "30 days ago".
 * Null for any other expression.
 */
export function valueWords(value: string, locale: Locale): string | null {
  if (new RegExp(`^(?:${NOW})$`).test(value))
    return /current_date|day/.test(value) ? say(locale, '今天', 'today') : say(locale, '现在', 'now');
  const [, unit = ''] = /^date_trunc\((\w+), (?:now\(\)|current_date|current_timestamp)\)$/.exec(value) ?? [];
  const beginning = BEGINNINGS[unit];
  if (beginning) return beginning[locale];
  const moved = /^\(date_trunc\((\w+), (?:now\(\)|current_date|current_timestamp)\) ([-+]) (\d+) (\w+)\)$/.exec(value);
  if (moved) return movedWords(moved, locale);
  const ago = new RegExp(`^\\((?:${NOW}) - (\\d+)(?: (\\w+))?\\)$`).exec(value);
  if (ago) {
    const words = UNITS[ago[2] ?? 'day'];
    const [, number = ''] = ago;
    return words
      ? say(locale, `${number}${words.zh}前`, `${number} ${words.en}${number === '1' ? '' : 's'} ago`)
      : null;
  }
  return isPlainValue(value) ? value : null;
}

/** `date_trunc('year', now()) - interval '1 year'`. */
function movedWords([, unit = '', sign, number = '', step = '']: readonly string[], locale: Locale): string | null {
  const [from, words] = [BEGINNINGS[unit], UNITS[step]];
  if (!from || !words) return null;
  const back = sign === '-';
  return say(
    locale,
    `${from.zh}的${number}${words.zh}${back ? '前' : '后'}`,
    `${number} ${words.en}${number === '1' ? '' : 's'} ${back ? 'before' : 'after'} ${from.en}`,
  );
}

/** Whether a text is a short literal and not a call, a computation or a parameter. */
function isPlainValue(value: string): boolean {
  return value.length <= 60 && value.trim() !== '' && !/^\$\d+$|[();{}\n]|\b(?:select|null|current_\w+)\b/i.test(value);
}
