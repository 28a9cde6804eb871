/** Values for infinity in PostgreSQL's binary formats (datatype/timestamp.h: DATEVAL_NOEND, DT_NOEND). */
const LAST_DAY = 2_147_483_647;
const FIRST_DAY = -2_147_483_648;
const LAST_MICROSECOND = 9_223_372_036_854_775_807n;
const FIRST_MICROSECOND = -9_223_372_036_854_775_808n;

const DAY_US = 86_400_000_000n;

/**
 * Days since 1970-01-01 of a date in the format of results (`2024-02-29`, `0044-03-15 BC`, `infinity`).
 * @throws RangeError for anything else
 */
export function epochDays(text: string): number {
  if (text === 'infinity') return LAST_DAY;
  if (text === '-infinity') return FIRST_DAY;
  const parts = /^(\d{4,})-(\d\d)-(\d\d)( BC)?$/.exec(text);
  if (!parts) throw new RangeError('not a date');
  const [, year, month, day, era] = parts;
  return civilDays(era === undefined ? Number(year) : 1 - Number(year), Number(month), Number(day));
}

/**
 * Microseconds since 1970 of a timestamp in the format of results; one without an offset is taken as UTC. PostgreSQL
 * counts from 2000 and so reaches thirty years further than Arrow: later timestamps become the last representable one.
 * @throws RangeError for anything else
 */
export function epochMicroseconds(text: string): bigint {
  if (text === 'infinity') return LAST_MICROSECOND;
  if (text === '-infinity') return FIRST_MICROSECOND;
  const parts =
    /^(\d{4,}-\d\d-\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?(?:([-+])(\d\d)(?::(\d\d))?(?::(\d\d))?)?( BC)?$/.exec(
      text,
    );
  if (!parts) throw new RangeError('not a timestamp');
  const [
    ,
    date,
    hours,
    minutes,
    seconds,
    fraction = '',
    sign,
    offHours = '0',
    offMinutes = '0',
    offSeconds = '0',
    era = '',
  ] = parts;
  const offset = (sign === '-' ? -1 : 1) * secondsOf(offHours, offMinutes, offSeconds);
  const ofDay = secondsOf(hours, minutes, seconds) - offset;
  const moment =
    BigInt(epochDays(`${date}${era}`)) * DAY_US + BigInt(ofDay) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
  return moment > LAST_MICROSECOND ? LAST_MICROSECOND : moment;
}

const secondsOf = (hours: string | undefined, minutes: string | undefined, seconds: string | undefined): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);

/**
 * Days of the proleptic Gregorian calendar since 1970-01-01 (H. Hinnant, chrono-compatible low-level date algorithms,
 * days_from_civil).
 */
function civilDays(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const ofEra = shifted - era * 400;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468;
}
