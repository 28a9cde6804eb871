import type { ColumnRef, DateRange, Filter, Grain } from '@querent/contracts';
import type { TimeMatch } from '@querent/language';
import { say } from '../../wording/words';
import { reach } from '../lexicon/join-graph';
import type { Attribute, Thing } from '../../model/things';
import type { Mention } from '../reading/mention';
import { cueOf, sensesOf } from '../reading/mention';
import { type Reading, claim } from '../reading/reading';
import { chosenAmong, tiedAttributes } from './ask-about';
import { negatedBefore } from './negation';
import { type PlacedRange, joinRanges, recursInPeriods } from './join-ranges';
import { isPartedFrom } from './part-relations';
import { addDimension } from './read-dimensions';
import { standingCount } from './standing-counts';
import type { Stop } from './step';
import { refuse } from './refuse';

/** Ranges become filters of the time column that the question means; periods (每月, trend) become dimensions. */
export function readTime(reading: Reading): Stop | null {
  const placed: PlacedRange[] = [];
  const recurring = recursInPeriods(reading);
  if (recurring) return recurring;
  for (const mention of reading.mentions) {
    if (mention.claim !== null || mention.literal?.kind !== 'time') continue;
    const stop = readRange(reading, mention, mention.literal.time, placed);
    if (stop) return stop;
  }
  return joinRanges(reading, placed) ?? readGrains(reading);
}

/** 今年不含退款的订单: what is left out has no time of its own. */
const LEFT_OUT = /^(?:不含|不包括|不包含|剔除|排除|去掉|除|exclud|except|other than|not including)/;

/** A date that moves on, such as the last login, tells nothing of an earlier time unless it is itself asked about. */
function movedOn(reading: Reading, mention: Mention, column: Attribute, time: TimeMatch): boolean {
  if (column.role !== 'time' || time.range.to === null || time.range.to > reading.today) return false;
  const last = /\b(?:last|latest|most recent)\b|最近|最后|上次/i;
  return last.test(`${column.label.zh ?? ''} ${column.label.en ?? ''}`) && besideTimes(reading, mention).includes(column) && !last.test(reading.text);
}

/** 2025年没有退款的订单: of two events, the order and the refund, either may be the one of that year. */
function eitherTime(reading: Reading, exists: Reading['draft']['exists'][number]): boolean {
  const subject = reading.draft.subject?.thing;
  const event = subject?.kind === 'table' && subject.defaultTime && Object.values(reading.model.metrics).some((one) => one.table === subject.name && /^\s*sum/i.test(one.expression ?? ''));
  return Boolean(event) && subject?.name !== exists.table && exists.negated && sensesOf(reading.mentions[exists.at], 'thing').length > 0 && cueOf(reading.mentions[exists.at], 'relation') === null;
}

function readRange(reading: Reading, mention: Mention, time: TimeMatch, placed: PlacedRange[]): Stop | null {
  if (time.kind === 'recurring') return refuse(reading, 'recurring', mention.span.text);
  const required = readRequiredYear(reading, mention, time);
  if (required !== null) return required === 'read' ? null : required;
  const exists = reading.draft.exists.find((one) => !LEFT_OUT.test(one.span.text) && timeColumns(reading, one.table).length > 0 && !labelledSubjectTime(reading, mention));
  const table = exists?.table ?? reading.draft.subject?.thing.name;
  if (table === undefined) return null;
  const column = timeColumnFor(reading, mention, table);
  if (column === null) return refuse(reading, 'no_time', mention.span.text);
  if (Array.isArray(column)) return tiedAttributes(reading, mention, column);
  if (movedOn(reading, mention, column, time) || (exists && ((mention.index < exists.at && eitherTime(reading, exists)) || isPartedFrom(reading, mention.span, exists)))) return refuse(reading, 'unplaced', mention.span.text);
  const last = placed.at(-1);
  const listed = last?.negated === true && last.mention.index === mention.index - 1 && (mention.glue.has('and') || mention.glue.has('or'));
  const negated = negatedBefore(reading, mention) || listed;
  if (isOtherEvent(reading, mention, column)) return refuse(reading, 'no_time', mention.span.text);
  if (isUnstored(column, time, reading.today)) return refuse(reading, 'no_year', mention.span.text);
  const standing = negated || exists ? null : standingCount(reading, mention, time, column);
  if (standing && 'stop' in standing) return standing.stop;
  if (standing) return readUntil(reading, mention, column, standing.until);
  const filter = rangeFilter(reading, column, time, mention, negated);
  if (filter === null) return refuse(reading, 'only_years', mention.span.text);
  claim('time', mention);
  reading.draft.ranges.push({ column: column.ref, range: dateRange(reading, time) });
  if (time.kind === 'relative') discloseRange(reading, mention.span.text, time.label);
  // Related rows in one period and in another are two conditions, not one row in both.
  if (exists && reading.draft.ranges.some((one) => one !== reading.draft.ranges.at(-1) && exists.filters.length > 0 && one.column === column.ref)) return refuse(reading, 'unplaced', mention.span.text);
  if (exists) exists.filters.push(filter);
  else placed.push({ mention, attribute: column, filter, range: dateRange(reading, time), negated });
  return null;
}

/** What there was by the end of a time, whenever it began. */
function readUntil(reading: Reading, mention: Mention, column: Attribute, until: string): null {
  const range = { from: null, to: until, label: say(reading.locale, `${until}以前`, `before ${until}`) };
  claim('time', mention);
  reading.draft.ranges.push({ column: column.ref, range });
  reading.draft.filters.push({ attribute: column, filter: { kind: 'time', column: column.ref, range, negated: false, span: mention.span } });
  return null;
}

/** 2025年教师素养高于80的学校: the year belongs to the condition that holds of a year, not to the founding of the school. */
function readRequiredYear(reading: Reading, mention: Mention, time: TimeMatch): Stop | 'read' | null {
  const { draft, model } = reading;
  const subject = draft.subject?.thing.name;
  const years = draft.required.flatMap((id) => model.filters[id]?.column ?? []).filter(({ table, column }) => table !== subject && model.tables[table]?.columns[column]?.isYear);
  const [year] = years;
  if (!year || besideTimes(reading, mention).length > 0 || draft.ranges.length > 0) return null;
  const attribute = reading.lexicon.things.get(year.table)?.attributes.find((one) => one.ref.column === year.column);
  if (!attribute) return null;
  if (isUnstored(attribute, time, reading.today)) return refuse(reading, 'no_year', mention.span.text);
  const filter = rangeFilter(reading, attribute, time, mention, negatedBefore(reading, mention));
  if (filter === null) return refuse(reading, 'only_years', mention.span.text);
  claim('time', mention);
  draft.ranges.push({ column: attribute.ref, range: dateRange(reading, time) });
  draft.filters.push({ attribute, filter });
  return 'read';
}

/** The label alone where it begins with the asker's own words: 最近30天（2026-10-23 至 2026-11-21）. */
function discloseRange(reading: Reading, words: string, label: TimeMatch['label']): void {
  const text = label[reading.locale];
  reading.disclosures.push(text.toLowerCase().startsWith(words) ? text : say(reading.locale, `“${words}”为${text}`, `“${words}” is ${text}`));
}

/** 去年注册: a time column of the subject named beside the range keeps it from going to a related thing. */
function labelledSubjectTime(reading: Reading, mention: Mention): boolean {
  const owner = reading.draft.subject?.thing.name;
  return besideTimes(reading, mention).some((attribute) => attribute.ref.table === owner);
}

export function dateRange(reading: Reading, time: TimeMatch): DateRange {
  return { from: time.range.from, to: time.range.to, label: time.label[reading.locale] };
}

/** A range on a column: days on dates, whole years on a column that keeps the year's number; null when that cannot say it. */
export function rangeFilter(reading: Reading, column: Attribute, time: TimeMatch, mention: Mention, negated: boolean): Filter | null {
  const span = mention.span;
  if (!column.isYear) return { kind: 'time', column: column.ref, range: dateRange(reading, time), negated, span };
  const years = wholeYears(time, reading.today);
  if (!years) return null;
  const scalar = (year: number) => (column.category === 'text' ? String(year) : year);
  if (years.from === null || years.to === null) {
    const bound = years.from ?? years.to ?? 0;
    return { kind: 'compare', column: column.ref, op: years.from === null ? '<=' : '>=', value: scalar(bound), span };
  }
  if (years.from === years.to) return { kind: 'compare', column: column.ref, op: negated ? '!=' : '=', value: scalar(years.from), span };
  return { kind: 'between', column: column.ref, from: scalar(years.from), to: scalar(years.to), negated, span };
}

/** The years that a range covers, when it begins on a first of January and ends with a year or today. */
export function wholeYears(time: TimeMatch, today: string): { from: number | null; to: number | null } | null {
  const { from, to } = time.range;
  if (from !== null && !from.endsWith('-01-01')) return null;
  if (to !== null && !to.endsWith('-01-01') && to <= today) return null;
  const last = to === null ? null : Number(to.slice(0, 4)) - (to.endsWith('-01-01') ? 1 : 0);
  const first = from === null ? null : Number(from.slice(0, 4));
  if (first !== null && last !== null && !to?.endsWith('-01-01') && time.grain !== 'year') return null;
  return { from: first, to: last };
}

/** The column that a range applies to: one named beside it, else the table's default, else the only one within to-one reach. */
export function timeColumnFor(reading: Reading, mention: Mention | null, table: string): Attribute | Attribute[] | null {
  const named = mention ? besideTimes(reading, mention) : [];
  const reachable = named.filter((one) => isReachable(reading, table, one.ref.table));
  if (reachable[0]) {
    claim('label', ...besideMentions(reading, mention).filter((one) => sensesOf(one, 'attribute').some((sense) => sense.attribute === reachable[0])));
    return reachable[0];
  }
  const own = chosenAmong(reading, mention, timeColumns(reading, table));
  const [only] = own;
  if (only && own.length === 1) return only;
  if (own.length > 1) return own;
  return throughJoins(reading, mention, table);
}

function throughJoins(reading: Reading, mention: Mention | null, table: string): Attribute | Attribute[] | null {
  const ways = Object.keys(reading.model.tables).flatMap((name) => {
    const way = reach(reading.model, table, name);
    return way?.kind === 'one' && timeColumns(reading, name).length > 0 ? [{ name, steps: way.steps }] : [];
  });
  const least = Math.min(...ways.map((way) => way.steps));
  const closest = chosenAmong(reading, mention, ways.filter((way) => way.steps === least).flatMap((way) => timeColumns(reading, way.name)));
  return closest.length > 1 ? closest : (closest[0] ?? null);
}

/** The default time column, or all that could serve. */
function timeColumns(reading: Reading, table: string): Attribute[] {
  const thing = reading.lexicon.things.get(table);
  if (!thing) return [];
  const preferred = defaultTimeOf(reading, thing);
  if (preferred) return [preferred];
  const required = requiredYear(reading, table);
  if (required) return [required];
  const dates = thing.attributes.filter((one) => one.role === 'time');
  const years = thing.attributes.filter((one) => one.isYear);
  // When a row was written says nothing about what it records.
  const own = dates.filter((one) => years.length === 0 || !WRITTEN.test(one.ref.column));
  return own.length > 0 ? own : years;
}

/** "Singers who performed in 2014" where a singer has the year of a song: the verb speaks of another event. */
function isOtherEvent(reading: Reading, mention: Mention, column: Attribute): boolean {
  const verb = reading.mentions[mention.index - 1];
  return column.isYear && /[a-z]_year|year_[a-z]/i.test(column.ref.column) && cueOf(verb, 'verb') !== null && /^(?:perform|held|hold|taught|teach|serve|offer|present|gave|given)/.test(verb?.span.text ?? '');
}

/** A year of which nothing is stored, where the stored years are all known. */
function isUnstored(column: Attribute, time: TimeMatch, today: string): boolean {
  const years = column.isYear && column.storedComplete && column.stored.length > 0 ? wholeYears(time, today) : null;
  return years !== null && years.from !== null && years.from === years.to && !column.stored.includes(String(years.from));
}

const WRITTEN = /^(?:crtd|created?|inserted?|updated?|modified|mod|last_updated?|loaded|etl)(?:_(?:at|on|ts|dt|date|time|timestamp))?$/i;

function defaultTimeOf(reading: Reading, thing: Thing): Attribute | null {
  if (!thing.defaultTime) return null;
  const [table, column] = thing.defaultTime.includes('.') ? thing.defaultTime.split('.') : [thing.name, thing.defaultTime];
  return reading.lexicon.things.get(table ?? '')?.attributes.find((one) => one.ref.column === column) ?? null;
}

/** The year column that the measured metric requires. */
function requiredYear(reading: Reading, table: string): Attribute | null {
  for (const filter of Object.values(reading.model.filters)) {
    const attribute = reading.lexicon.things.get(filter.column.table)?.attributes.find((one) => one.ref.column === filter.column.column);
    if (attribute?.isYear && filter.column.table === table) return attribute;
  }
  return null;
}

function isReachable(reading: Reading, from: string, to: string): boolean {
  const kind = reach(reading.model, from, to)?.kind;
  return kind === 'same' || kind === 'one' || reading.lexicon.things.get(from)?.tables.includes(to) === true || from === to;
}

function besideMentions(reading: Reading, mention: Mention | null): Mention[] {
  if (!mention) return [];
  return [mention.index - 1, mention.index + 1].flatMap((at) => reading.mentions[at] ?? []).filter((one) => one.claim === null || one.claim === 'label');
}

/** Time columns named right beside a time: 2024年注册. */
export function besideTimes(reading: Reading, mention: Mention): Attribute[] {
  return besideMentions(reading, mention).flatMap((one) => sensesOf(one, 'attribute').map((sense) => sense.attribute)).filter((one) => one.role === 'time' || one.isYear);
}

/** 每月, monthly and trends. A trend without a period takes days up to a month, years beyond three, else months. */
function readGrains(reading: Reading): Stop | null {
  for (const mention of reading.mentions) {
    if (mention.claim !== null) continue;
    const grain = cueOf(mention, 'grain')?.grain;
    const trend = cueOf(mention, 'trend');
    if ((!grain && !trend) || (cueOf(mention, 'grain')?.each === false && !mention.grouped)) continue;
    if (reading.draft.measures.length === 0) continue;
    if (trend && (reading.draft.dimensions.some((one) => one.grain) || hasGrain(reading))) { claim('trend', mention); continue; }
    const table = reading.draft.subject?.thing.name ?? '';
    const column = timeOfRange(reading) ?? timeColumnFor(reading, mention, table);
    if (column === null) return refuse(reading, 'no_time', mention.span.text);
    if (Array.isArray(column)) return tiedAttributes(reading, mention, column);
    const wanted = grain ?? trendGrain(reading);
    if (column.isYear && wanted !== 'year' && grain) return refuse(reading, 'only_years', mention.span.text);
    addDimension(reading, column, [mention], undefined, column.isYear ? undefined : wanted);
  }
  return null;
}

function hasGrain(reading: Reading): boolean {
  return reading.mentions.some((mention) => mention.claim === null && (cueOf(mention, 'grain')?.each || mention.grouped));
}

function timeOfRange(reading: Reading): Attribute | null {
  const ref: ColumnRef | undefined = reading.draft.ranges[0]?.column;
  return (ref && reading.lexicon.things.get(ref.table)?.attributes.find((one) => one.ref.column === ref.column)) ?? null;
}

function trendGrain(reading: Reading): Grain {
  const range = reading.draft.ranges[0]?.range;
  if (!range?.from) return 'month';
  const days = (Date.parse(range.to ?? reading.today) - Date.parse(range.from)) / 86_400_000;
  if (days <= 31) return 'day';
  return days > 3 * 366 ? 'year' : 'month';
}
