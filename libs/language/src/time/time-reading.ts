import { addDays, formatCivil, isCivil, parseCivil } from './civil-date';
import type { CivilDate } from './civil-date';
import {
  comingPeriod,
  dayPeriod,
  daysAgo,
  monthPeriod,
  monthThird,
  pastPeriod,
  quarterPeriod,
  unitPeriod,
  yearPeriod,
} from './period';
import type { Period } from './period';
import { countOf, monthName, quarterName } from './time-names';
import type { Bilingual, DateRange, Grain, Recurrence, TimeMatch } from './time-match';

/** The meaning of one expression, before operators such as "since" or "from … to" are applied. */
export interface TimeReading {
  range: DateRange;
  grain?: Grain;
  kind: TimeMatch['kind'];
  key: string;
  name: Bilingual;
  recurs?: Recurrence;
  orLast?: true;
  /** Calendar fields as asked, so that 3月到5月 and "March to May 2024" can share a year. */
  fields?: CalendarFields;
}

/** Part of a date. Without a year it means the latest occurrence that has begun. */
export interface CalendarFields {
  year?: number;
  half?: number;
  /** Number of months from January: 前三季度 is 9, 前三个月 is 3. */
  firstMonths?: number;
  quarter?: number;
  month?: number;
  /** 0, 1, 2: 上旬, 中旬, 下旬. */
  third?: number;
  day?: number;
}

/** A calendar date or unit. Undefined if no such day exists. */
export function readCalendar(fields: CalendarFields, today: CivilDate): TimeReading | undefined {
  if (fields.year !== undefined) return readInYear({ ...fields, year: fields.year }, fields);
  const thisYear = parseCivil(today).year;
  // Leap days may be up to eight years back (1896–1904).
  for (let year = thisYear; year > thisYear - 9; year -= 1) {
    const reading = readInYear({ ...fields, year }, fields);
    if (reading?.range.from && reading.range.from <= today) return reading;
  }
  return undefined;
}

/** 上个月, 去年, today: whole units, except that the current one ends today. */
export function readUnit(grain: Grain, offset: number, today: CivilDate): TimeReading {
  const whole = unitPeriod(grain, offset, today);
  const range = offset === 0 ? { from: whole.from, to: addDays(today, 1) } : whole;
  return { range, grain, kind: 'relative', key: unitKey(grain, offset), name: unitName(grain, offset, whole) };
}

/** 最近30天, past three months. `count` may be a fraction for months and years. */
export function readPast(grain: Grain, count: number, today: CivilDate): TimeReading | undefined {
  const [unit, units] = wholeUnits(grain, count);
  if (units < 1 || units > 5000) return undefined;
  const { zh, en } = countOf(unit, units);
  const name = { zh: `最近${zh}`, en: `last ${en}` };
  return { range: pastPeriod(unit, units, today), kind: 'relative', key: `past_${units}_${unit}s`, name };
}

/** "last 3 full months": the whole calendar units before the current one. */
export function readWholePast(grain: Grain, count: number, today: CivilDate): TimeReading | undefined {
  if (!Number.isInteger(count) || count < 1 || count > 5000) return undefined;
  const range = { from: unitPeriod(grain, -count, today).from, to: unitPeriod(grain, 0, today).from };
  const { zh, en } = countOf(grain, count);
  return {
    range,
    kind: 'relative',
    key: `past_${count}_whole_${grain}s`,
    name: { zh: `之前完整的${zh}`, en: `previous full ${en}` },
  };
}

export function readComing(grain: Grain, count: number, today: CivilDate): TimeReading | undefined {
  const [unit, units] = wholeUnits(grain, count);
  if (units < 1 || units > 5000) return undefined;
  const { zh, en } = countOf(unit, units);
  const name = { zh: `未来${zh}`, en: `next ${en}` };
  return { range: comingPeriod(unit, units, today), kind: 'relative', key: `next_${units}_${unit}s`, name };
}

/** "3 days ago" is that day, "two months ago" that calendar month. */
export function readAgo(grain: Grain, count: number, today: CivilDate): TimeReading | undefined {
  if (!Number.isInteger(count) || count < 1 || count > 5000) return undefined;
  const { zh, en } = countOf(grain, count);
  const name = { zh: `${zh}前`, en: `${en} ago` };
  return { range: unitPeriod(grain, -count, today), grain, kind: 'relative', key: unitKey(grain, -count), name };
}

/** "more than 3 months ago": before the same day three months ago. */
export function readLongerAgo(grain: Grain, count: number, today: CivilDate): TimeReading | undefined {
  if (!Number.isInteger(count) || count < 1 || count > 5000) return undefined;
  const { zh, en } = countOf(grain, count);
  const name = { zh: `${zh}以前`, en: `more than ${en} ago` };
  return {
    range: { from: null, to: daysAgo(grain, count, today) },
    kind: 'relative',
    key: `before_${count}_${grain}s_ago`,
    name,
  };
}

export function readDecade(year: number): TimeReading {
  const range = { from: yearPeriod(year).from, to: yearPeriod(year + 10).from };
  return { range, kind: 'absolute', key: `${year}s`, name: { zh: `${year}年代`, en: `${year}s` } };
}

/** From the first day of one to the last day of the other; undefined if that is reversed or open. */
export function joinReadings(first: TimeReading, second: TimeReading): TimeReading | undefined {
  const { from } = first.range;
  const { to } = second.range;
  if (from === null || to === null || from >= to) return undefined;
  return {
    range: { from, to },
    kind: first.kind === 'relative' || second.kind === 'relative' ? 'relative' : 'absolute',
    key: `${first.key}..${second.key}`,
    name: { zh: `${first.name.zh}到${second.name.zh}`, en: `${first.name.en} to ${second.name.en}` },
  };
}

function readInYear(fields: CalendarFields & { year: number }, asked: CalendarFields): TimeReading | undefined {
  const { year, half, firstMonths, quarter, month, third, day } = fields;
  const of = (range: Period, key: string, zh: string, en: string, grain?: Grain): TimeReading => ({
    range,
    kind: 'absolute',
    key,
    name: { zh, en },
    fields: asked,
    ...(grain ? { grain } : {}),
  });
  const paddedMonth = String(month ?? 0).padStart(2, '0');
  if (month !== undefined && day !== undefined) {
    if (!isCivil({ year, month, day })) return undefined;
    const date = formatCivil({ year, month, day });
    return of(dayPeriod(date), date, date, date, 'day');
  }
  if (month !== undefined && (month < 1 || month > 12)) return undefined;
  if (month !== undefined && third !== undefined) {
    const thirds = [
      ['上旬', 'early'],
      ['中旬', 'mid'],
      ['下旬', 'late'],
    ][third] ?? ['', ''];
    return of(
      monthThird(year, month, third),
      `${year}-${paddedMonth}-T${third + 1}`,
      `${year}年${month}月${thirds[0]}`,
      `${thirds[1]} ${monthName(month)} ${year}`,
    );
  }
  if (month !== undefined)
    return of(
      monthPeriod(year, month),
      `${year}-${paddedMonth}`,
      `${year}年${month}月`,
      `${monthName(month)} ${year}`,
      'month',
    );
  if (quarter !== undefined) {
    const { zh, en } = quarterName(year, quarter);
    return of(quarterPeriod(year, quarter), `${year}-Q${quarter}`, zh, en, 'quarter');
  }
  if (firstMonths !== undefined) {
    if (firstMonths < 1 || firstMonths > 12) return undefined;
    return of(
      monthPeriod(year, 1, firstMonths),
      `${year}-M1..M${firstMonths}`,
      `${year}年前${firstMonths}个月`,
      `first ${firstMonths} months of ${year}`,
    );
  }
  if (half !== undefined) {
    return of(
      monthPeriod(year, half * 6 - 5, 6),
      `${year}-H${half}`,
      `${year}年${half === 1 ? '上' : '下'}半年`,
      `H${half} ${year}`,
    );
  }
  return of(yearPeriod(year), String(year), `${year}年`, String(year), 'year');
}

/** Half a month is 15 days, half a year 6 months, a year and a half 18. */
function wholeUnits(grain: Grain, count: number): [Grain, number] {
  if (Number.isInteger(count)) return [grain, count];
  if (grain === 'year' && Number.isInteger(count * 12)) return ['month', count * 12];
  if (grain === 'month' && count === 0.5) return ['day', 15];
  return [grain, 0];
}

function unitKey(grain: Grain, offset: number): string {
  if (grain === 'day')
    return ['day_before_yesterday', 'yesterday', 'today', 'tomorrow'][offset + 2] ?? `today${signed(offset)}_days`;
  const word = ['last', 'this', 'next'][offset + 1];
  return word === undefined ? `this_${grain}${signed(offset)}` : `${word}_${grain}`;
}

function signed(offset: number): string {
  return offset < 0 ? String(offset) : `+${offset}`;
}

function unitName(grain: Grain, offset: number, { from }: Period): Bilingual {
  const { year, month } = parseCivil(from);
  if (grain === 'year') return { zh: `${year}年`, en: String(year) };
  if (grain === 'quarter') return quarterName(year, Math.ceil(month / 3));
  if (grain === 'month') return { zh: `${year}年${month}月`, en: `${monthName(month)} ${year}` };
  if (grain === 'day') return { zh: from, en: from };
  const zh = ['上上周', '上周', '本周', '下周'][offset + 2] ?? `${from} 那一周`;
  const en = ['the week before last', 'last week', 'this week', 'next week'][offset + 2] ?? `the week of ${from}`;
  return { zh, en };
}
