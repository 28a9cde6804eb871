import type { CivilDate } from './civil-date';
import type { TimeAtom } from './time-atom';
import { readCalendar } from './time-reading';
import type { CalendarFields, TimeReading } from './time-reading';

/**
 * Gives both ends of a range one year if only one end names it. If neither does, the end is its latest past occurrence
 * and the start the last one before it, so that 11月到2月 crosses the turn of the year.
 */
export function shareYearInRange(
  first: TimeReading,
  second: TimeReading,
  today: CivilDate,
): [TimeReading, TimeReading] {
  const a = first.fields;
  const b = second.fields;
  if (!a || !b) return [first, second];
  if (a.year !== undefined && b.year === undefined) {
    return [
      first,
      inYear(b, [a.year, a.year + 1], today, ({ range }) => (range.from ?? '') >= (first.range.from ?? '')) ?? second,
    ];
  }
  if (a.year !== undefined) return [first, second];
  const end = b.year ?? Number((second.range.from ?? today).slice(0, 4));
  return [
    inYear(a, [end, end - 1], today, ({ range }) => (range.from ?? '') <= (second.range.from ?? '')) ?? first,
    second,
  ];
}

const LIST_GAP = /^\s?(?:和|与|及|以及|跟|同|、|,|或|或者|and|or|vs\.?|versus|against|compared (?:to|with)|, and)\s?$/i;

/** "2024年3月和4月", "Q1 vs Q2 2024": one year in a list applies to all its members. */
export function shareYearsInLists(text: string, atoms: readonly TimeAtom[], today: CivilDate): TimeAtom[] {
  const shared = [...atoms];
  const adopt = (at: number, from: number): void => {
    const [atom, other] = [shared[at], shared[from]];
    if (!atom || !other || !LIST_GAP.test(text.slice(Math.min(atom.end, other.end), Math.max(atom.start, other.start))))
      return;
    const year = other.fields?.year;
    if (year === undefined || !atom.fields || atom.fields.year !== undefined || isWholeYear(other.fields)) return;
    const reading = readCalendar({ ...atom.fields, year }, today);
    if (reading && reading.key !== other.key) shared[at] = { ...reading, start: atom.start, end: atom.end };
  };
  for (let i = 1; i < shared.length; i += 1) leaveOut(text, shared, i, today);
  for (let i = 1; i < shared.length; i += 1) adopt(i, i - 1);
  for (let i = shared.length - 2; i >= 0; i -= 1) adopt(i, i + 1);
  return shared;
}

const LEFT_OUT_GAP =
  /^\s?[,，]?\s?(?:里|中|的)?(?:除了?|除去|除开|不含|不包括|不包含|不算|扣除|剔除|排除|去掉|except(?: for)?|excluding|without|other than|but not(?: in| including)?|not including)(?:\s(?:the month of|in))?\s?$/i;

/** 去年除了11月, "2025 except March": the excluded part lies in that year. */
function leaveOut(text: string, atoms: TimeAtom[], at: number, today: CivilDate): void {
  const [whole, part] = [atoms[at - 1], atoms[at]];
  if (!whole || !part?.fields || part.fields.year !== undefined || whole.grain !== 'year' || whole.range.from === null)
    return;
  if (!LEFT_OUT_GAP.test(text.slice(whole.end, part.start))) return;
  const reading = readCalendar({ ...part.fields, year: Number(whole.range.from.slice(0, 4)) }, today);
  if (reading) atoms[at] = { ...reading, start: part.start, end: part.end };
}

function isWholeYear(fields: CalendarFields | undefined): boolean {
  return fields !== undefined && Object.keys(fields).length === 1;
}

function inYear(
  fields: CalendarFields,
  years: readonly number[],
  today: CivilDate,
  fits: (reading: TimeReading) => boolean,
): TimeReading | undefined {
  return years
    .map((year) => readCalendar({ ...fields, year }, today))
    .find((reading) => reading !== undefined && fits(reading));
}
