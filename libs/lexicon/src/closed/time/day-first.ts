import { findTimeExpressions, type TimeMatch } from '@querent/language';

const NUMERIC = /(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?![\d/.-])/gu;
const HAN = /\p{Script=Han}/u;

/**
 * The times of a text with both readings of an ambiguous numeric date: 03/04/2026 is March 4 and April 3. There is one
 * reading if the text is Chinese, which puts months first, or if another date of the text has only one reading.
 */
export function timesEitherWay(text: string, today: string): readonly TimeMatch[] {
  const times = findTimeExpressions(text, { today });
  const dates = [...text.matchAll(NUMERIC)].map(([date, first = '', , second = '', year = '']) => ({
    date,
    first: Number(first),
    second: Number(second),
    dayFirst: `${year}-${second.padStart(2, '0')}-${first.padStart(2, '0')}`,
  }));
  const open = dates.filter(({ first, second }) => first <= 12 && second <= 12 && first !== second);
  if (open.length === 0 || HAN.test(text) || dates.some(({ first, second }) => first <= 12 && second > 12))
    return times;
  const other = timesAsWritten(text, open, today);
  return dates.some(({ first }) => first > 12) ? other : [...times, ...other];
}

/** The times of the text with its dates in the other order, at their positions in the original text. */
function timesAsWritten(
  text: string,
  dates: readonly { date: string; dayFirst: string }[],
  today: string,
): TimeMatch[] {
  let written = text;
  const moved: { at: number; by: number }[] = [];
  for (const { date, dayFirst } of dates) {
    const at = written.indexOf(date);
    written = written.slice(0, at) + dayFirst + written.slice(at + date.length);
    moved.push({ at: at + dayFirst.length, by: dayFirst.length - date.length });
  }
  const back = (position: number): number =>
    moved.reduceRight((here, { at, by }) => (here >= at ? here - by : here), position);
  return findTimeExpressions(written, { today }).map((time) => ({
    ...time,
    start: back(time.start),
    end: back(time.end),
  }));
}
