import type { Recurrence } from '@querent/contracts';
import { findGrains, findTimeExpressions, type TimeMatch } from '@querent/language';
import type { NamedPeriod, Unit, UnitMeaning } from '../../unit';
import { closedUnit, FILLER_COST, operatorUnit } from '../closed-unit';
import { timesEitherWay } from './day-first';

/** The periods and grains of a normalised text. */
export function periodUnits(text: string, today: string): Unit[] {
  const times = timesEitherWay(text, today).flatMap((time): Unit[] => {
    const ends = endsOf(text.slice(time.start, time.end), today);
    const named = closedUnit(text, time, { type: 'period', ...periodOf(time), ...(ends && { ends }) });
    const last = time.orLast ? lastWeekday(time, today) : null;
    return last === null ? [named] : [named, closedUnit(text, time, { type: 'period', ...last })];
  });
  const grains = findGrains(text).map((found) =>
    closedUnit(text, found, { type: 'grain', grain: found.grain, bare: false }),
  );
  return [...times, ...grains];
}

/** A weekday without a qualifier may also be the last one before today. */
function lastWeekday({ recurs }: TimeMatch, today: string): NamedPeriod | null {
  const [weekday] = recurs?.unit === 'weekday' ? recurs.values : [];
  const [last] = weekday === undefined ? [] : findTimeExpressions(`last ${WEEKDAYS[weekday - 1]}`, { today });
  return last ? periodOf(last) : null;
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const periodOf = (time: TimeMatch): NamedPeriod => ({
  range: time.range,
  label: time.label,
  grain: time.grain ?? null,
  relative: time.kind === 'relative',
  key: time.key,
  ...((time.grain === 'month' || time.grain === 'quarter') &&
    time.kind !== 'relative' &&
    !STATED_YEAR.test(time.text) && { yearless: true }),
  ...(time.recurs && { recurs: recurrenceOf(time.recurs) }),
});

const recurrenceOf = (recurs: NonNullable<TimeMatch['recurs']>): Recurrence =>
  recurs.unit === 'time_of_day' ? recurs : { unit: recurs.unit, values: [...recurs.values] };

const STATED_YEAR = /\d{4}|'\d\d|\d\d\s?年|年|\b(?:this|last|next|past|previous) /iu;

const STRETCH = /^(?:from |between |从|自)?(?<first>.+?)(?: to | and | until | through |到|至)(?<last>.+)$/u;

/** The times at both ends of a range, if they have the same grain: they may be compared. */
function endsOf(text: string, today: string): [NamedPeriod, NamedPeriod] | null {
  const { first = '', last = '' } = STRETCH.exec(text)?.groups ?? {};
  const whole = (part: string): NamedPeriod | null => {
    // A bare year or month is a time only after "in".
    const found = [part, `in ${part}`].flatMap((one) => {
      const times = findTimeExpressions(one, { today });
      return times.filter((time) => time.end === one.length && time.end - time.start === part.length);
    });
    const [only] = found;
    return only && only.kind !== 'recurring' ? periodOf(only) : null;
  };
  const [from, to] = first === '' ? [null, null] : [whole(first), whole(last)];
  return from && to && from.grain !== null && from.grain === to.grain ? [from, to] : null;
}

/** Past a date that lies ahead: past their due date, 过了截止日期. The date is before today. */
const PAST = /(?<![a-z])(?:past|beyond)(?: (?:the|their|its|his|her))?(?![a-z])|(?:已经?|早已|早就)?过了|已过/giu;

export function pastOf(text: string, times: readonly Unit[], today: string): Unit[] {
  const use: UnitMeaning = {
    type: 'period',
    range: { from: null, to: today },
    label: { zh: `${today}之前`, en: `before ${today}` },
    grain: null,
    relative: true,
    key: 'past',
  };
  return [...text.matchAll(PAST)].flatMap(({ index, 0: found }) => {
    const end = index + found.length;
    return times.some((time) => time.start < end && index < time.end)
      ? []
      : [closedUnit(text, { start: index, end }, use, PAST_COST)];
  });
}

const PAST_COST = 0.05;

/** 到现在, 至今: "until now" adds nothing to a state. After a time it is the end of a range. */
const SO_FAR =
  /(?<![年月日号周天季度末初底来])(?:(?:直到|截至|截止到?|到)(?:现在|目前|今天|今日)(?:为止)?|(?<!甚)[至迄]今(?![年天日晚早春夏秋冬])(?:为止)?)/gu;

export function soFar(text: string, times: readonly Unit[]): Unit[] {
  return [...text.matchAll(SO_FAR)].flatMap(({ index, 0: found }) => {
    const end = index + found.length;
    return times.some((time) => time.start < end && index <= time.end)
      ? []
      : [closedUnit(text, { start: index, end }, { type: 'filler' }, FILLER_COST)];
  });
}

/** "This year over last year": a time right after another is the base of a comparison. */
export function comparedPeriods(text: string, times: readonly Unit[]): Unit[] {
  const ends = new Set(times.flatMap(({ meaning, end }) => (meaning.type === 'period' ? [end] : [])));
  return times.flatMap(({ meaning, start, end }) => {
    const word = [' over ', ' on '].find((one) => text.endsWith(one, start) && ends.has(start - one.length));
    if (meaning.type !== 'period' || word === undefined) return [];
    const { type: _, ...against } = meaning;
    const kind = against.grain === 'year' ? 'yoy' : 'previous_period';
    const from = start - word.length + 1;
    return [operatorUnit(text, { start: from, end }, { op: 'compare_periods', kind, grain: null, against })];
  });
}

/** Cost of reading a number as a year beside another year. */
const BARE_YEAR_COST = 0.05;

/** 2024和2025年, "2024 or 2025": a number is a year if another year is named. */
export function bareYears(counted: readonly Unit[], times: readonly Unit[]): Unit[] {
  if (!times.some(({ meaning }) => meaning.type === 'period' && meaning.grain === 'year')) return [];
  return counted.flatMap((one) => {
    const { meaning } = one;
    if (meaning.type !== 'number' || meaning.unit !== null || !/^(?:19|20)\d\d$/u.test(one.text.trim())) return [];
    const year = meaning.value;
    const label = { zh: `${year}年`, en: String(year) };
    const range = { from: `${year}-01-01`, to: `${year + 1}-01-01` };
    const time: UnitMeaning = { type: 'period', range, label, grain: 'year', relative: false, key: `year_${year}` };
    return [{ ...one, meaning: time, cost: BARE_YEAR_COST }];
  });
}

/** Words of comparison with a named period, other than the previous one. */
const AGAINST =
  /^(?:(?:compared (?:to|with)|in comparison (?:to|with)|comparing to|relative to|versus|vs\.?|than|against)(?: in)? (?!the previous|the prior|previous|prior)(?<named>.+?)(?:'s)?|(?:与|和|跟|同|比|较|相比于?|相较于?|对比|比起)\s?(?!上一?年|前一年)(?<called>.+?)(?:相比(?:较)?|比较|比起来|对比|比)?)$/u;

/** The named period of a comparison, if the words name nothing else. */
export function periodAgainst(text: string, today: string): NamedPeriod | null {
  const { named, called } = AGAINST.exec(text)?.groups ?? {};
  const words = named ?? called ?? '';
  const [only, ...more] = words === '' ? [] : findTimeExpressions(words, { today });
  if (!only || more.length > 0 || only.kind === 'recurring') return null;
  return only.start === 0 && only.end === words.length ? periodOf(only) : null;
}
