import { addDays, weekdayOf } from './civil-date';
import type { CivilDate } from './civil-date';
import { dayPeriod, unitPeriod } from './period';
import { monthName, weekdayName } from './time-names';
import type { TimeReading } from './time-reading';

/** A day of the week `weekOffset` weeks from this one. */
export function readWeekday(weekday: number, weekOffset: number, today: CivilDate): TimeReading {
  const monday = unitPeriod('week', weekOffset, today).from;
  return readDay(addDays(monday, weekday - 1), 'relative');
}

/** The latest such weekday before today, as in "last Monday"; `direction` 1 for the next one after today. */
export function readNearestWeekday(weekday: number, direction: -1 | 1, today: CivilDate): TimeReading {
  const ahead = (weekday - weekdayOf(today) + 7) % 7 || 7;
  const behind = (weekdayOf(today) - weekday + 7) % 7 || 7;
  return readDay(addDays(today, direction === 1 ? ahead : -behind), 'relative');
}

/** Saturday and Sunday of the week `weekOffset` weeks from this one. */
export function readWeekend(weekOffset: number, today: CivilDate): TimeReading {
  const monday = unitPeriod('week', weekOffset, today).from;
  const range = { from: addDays(monday, 5), to: addDays(monday, 7) };
  return {
    range,
    kind: 'relative',
    key: `${range.from}..${addDays(range.to, -1)}`,
    name: { zh: '周末', en: 'weekend' },
  };
}

/** 周一, every March: no range expresses a recurrence, so the range is open and `recurs` holds it. */
export function readRecurring(unit: 'weekday' | 'month', values: readonly number[]): TimeReading {
  const names = values.map((value) =>
    unit === 'weekday' ? weekdayName(value) : { zh: `${value}月`, en: monthName(value) },
  );
  const every = unit === 'weekday' ? '每' : '每年';
  return {
    range: { from: null, to: null },
    kind: 'recurring',
    key: `${unit}_${values.join('_')}`,
    name: { zh: every + names.map(({ zh }) => zh).join('、'), en: `every ${names.map(({ en }) => en).join(', ')}` },
    recurs: { unit, values },
  };
}

/** A weekday without a qualifier: every one, or the last one before today. */
export function readBareWeekday(weekday: number): TimeReading {
  return { ...readRecurring('weekday', [weekday]), orLast: true };
}

function readDay(date: CivilDate, kind: TimeReading['kind']): TimeReading {
  return { range: dayPeriod(date), grain: 'day', kind, key: date, name: { zh: date, en: date } };
}
