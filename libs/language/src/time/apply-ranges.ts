import { parseChineseNumeral } from '../numbers/chinese-numeral';
import type { CivilDate } from './civil-date';
import { shareYearInRange } from './share-year';
import type { TimeAtom } from './time-atom';
import { RANGE_WORDS } from './time-operators';
import { joinReadings, readCalendar } from './time-reading';
import type { CalendarFields, TimeReading } from './time-reading';

/** Joins neighbours that a range word connects, both ends included: "2024年3月到5月", "between March and May". */
export function applyRanges(text: string, atoms: readonly TimeAtom[], today: CivilDate): TimeAtom[] {
  const joined: TimeAtom[] = [];
  let i = 0;
  while (i < atoms.length) {
    const first = atoms[i];
    if (!first) break;
    const second = atoms[i + 1];
    const limit = joined.at(-1)?.end ?? 0;
    const range =
      (second && joinPair(text, first, second, limit, today)) ??
      joinNumber(text, first, limit, second?.start ?? text.length, today);
    joined.push(range ?? first);
    i += range && second && range.end >= second.end ? 2 : 1;
  }
  return joined;
}

const COMPILED = RANGE_WORDS.map(({ before, between, after, needsBefore }) => ({
  before: new RegExp(`(?<![a-z0-9])${before ?? ''}$`, 'iu'),
  between: new RegExp(`^${between}$`, 'iu'),
  after: new RegExp(`^${after ?? ''}`, 'iu'),
  needsBefore: needsBefore ?? false,
  needsAfter: after !== undefined && !new RegExp(`^${after}$`).test(''),
}));

function joinPair(
  text: string,
  first: TimeAtom,
  second: TimeAtom,
  limit: number,
  today: CivilDate,
): TimeAtom | undefined {
  if (first.kind === 'recurring' || second.kind === 'recurring') return undefined;
  const gap = text.slice(first.end, second.start);
  for (const words of COMPILED) {
    if (!words.between.test(gap)) continue;
    const before = words.before.exec(text.slice(limit, first.start))?.[0] ?? '';
    const after = words.after.exec(text.slice(second.end))?.[0] ?? '';
    if ((words.needsBefore && before === '') || (words.needsAfter && after === '')) continue;
    const [from, to] = shareYearInRange(first, second, today);
    return spanOver(from, to, first.start - before.length, second.end + after.length);
  }
  return undefined;
}

/** Ranges whose one end is a bare number: 2022-2024年, 1到3月, 3月1日到5日, "March 1 to 5". */
function joinNumber(
  text: string,
  atom: TimeAtom,
  limit: number,
  rightLimit: number,
  today: CivilDate,
): TimeAtom | undefined {
  if (!atom.fields) return undefined;
  return joinNumberBefore(text, atom, limit, today) ?? joinNumberAfter(text, atom, rightLimit, today);
}

const NUMBER_BEFORE =
  /(?:从|自|在|between |from )?(?<![\d.a-z])(?<n>\d{1,4}|[一二三四五六七八九十]{1,3})\s?(?:到|至|~|-)\s?$/iu;

function joinNumberBefore(text: string, atom: TimeAtom, limit: number, today: CivilDate): TimeAtom | undefined {
  const match = NUMBER_BEFORE.exec(text.slice(limit, atom.start));
  const fields = atom.fields ?? {};
  const n = numberOf(match?.groups?.n);
  if (!match || n === undefined || !/\p{Script=Han}/u.test(text.slice(atom.start, atom.end))) return undefined;
  const first = withSmallest(fields, n, today);
  return first && joinFields(first, atom, atom.start - match[0].length, atom.end, today);
}

const NUMBER_AFTER =
  /^\s?(?:to|through|thru|until|till|-|~|到|至)\s?(?<n>\d{1,2})(?<mark>st|nd|rd|th|日|号|月份?)?(?<year>,? ?(?:19|20)\d\d)?(?![\d.a-z%:/])(?!\s?[个家名位条人件元万千年-])/iu;

function joinNumberAfter(text: string, atom: TimeAtom, rightLimit: number, today: CivilDate): TimeAtom | undefined {
  const match = NUMBER_AFTER.exec(text.slice(atom.end, rightLimit));
  const n = numberOf(match?.groups?.n);
  const fields = atom.fields ?? {};
  if (!match || n === undefined || fields.day === undefined || match.groups?.mark?.startsWith('月')) return undefined;
  const year = match.groups?.year === undefined ? fields.year : Number(match.groups.year.replace(/\D/g, ''));
  const dated = year === undefined ? fields : { ...fields, year };
  const last = readCalendar({ ...dated, day: n }, today);
  const from = readCalendar(dated, today);
  if (!last || !from) return undefined;
  const end = atom.end + match[0].length;
  return joinFields({ ...last, start: atom.start, end }, { ...from, start: atom.start, end }, atom.start, end, today);
}

/** The same kind of date as `fields`, with its smallest field replaced by `n`. */
function withSmallest(fields: CalendarFields, n: number, today: CivilDate): TimeAtom | undefined {
  const reading = readSmallest(fields, n, today);
  return reading && { ...reading, start: 0, end: 0 };
}

function readSmallest(fields: CalendarFields, n: number, today: CivilDate): TimeReading | undefined {
  if (fields.day !== undefined) return readCalendar({ ...fields, day: n }, today);
  if (fields.month !== undefined && fields.third === undefined)
    return n <= 12 ? readCalendar({ ...fields, month: n }, today) : undefined;
  if (fields.quarter !== undefined) return n <= 4 ? readCalendar({ ...fields, quarter: n }, today) : undefined;
  return fields.half === undefined && fields.firstMonths === undefined && n >= 1900 && n <= 2199
    ? readCalendar({ year: n }, today)
    : undefined;
}

function joinFields(a: TimeAtom, b: TimeAtom, start: number, end: number, today: CivilDate): TimeAtom | undefined {
  const [x, y] = (a.range.from ?? '') <= (b.range.from ?? '') ? [a, b] : [b, a];
  const [from, to] = shareYearInRange(x, y, today);
  return spanOver(from, to, start, end);
}

function spanOver(first: TimeReading, second: TimeReading, start: number, end: number): TimeAtom | undefined {
  const joined = joinReadings(first, second);
  return joined && { ...joined, start, end };
}

function numberOf(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  return /^\d+$/.test(written) ? Number(written) : parseChineseNumeral(written);
}
