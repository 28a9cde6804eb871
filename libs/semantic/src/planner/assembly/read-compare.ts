import type { DateRange, Grain } from '@querent/contracts';
import type { TimeMatch } from '@querent/language';
import { say } from '../../wording/words';
import type { Attribute } from '../../model/things';
import type { Mention } from '../reading/mention';
import { cueOf } from '../reading/mention';
import { type Reading, claim, spanOver } from '../reading/reading';
import { chosenAmong, tiedAttributes } from './ask-about';
import { daysBetween, daysLabel, shiftDays, shiftMonths, shiftYears } from './period-arithmetic';
import { besideTimes, dateRange, timeColumnFor } from './read-time';
import { countOfHead } from './read-order';
import { refuse } from './refuse';
import type { Stop } from './step';

/** Two periods side by side: 同比, 环比, "2024和2025年…对比", "improved most since last year". */
export function readCompare(reading: Reading): Stop | null {
  const { draft, mentions } = reading;
  const times = mentions.filter((one) => one.claim === null && one.literal?.kind === 'time');
  const growth = mentions.find((one) => one.claim === null && cueOf(one, 'growth'));
  const versus = mentions.find((one) => one.claim === null && cueOf(one, 'versus'));
  const cue = growth && cueOf(growth, 'growth');
  if (draft.measures.length === 0 || (!growth && times.length < 2)) return null;
  // 2024年和2025年都下过单: what someone did in both is no figure of each.
  if (!growth && !versus && draft.exists.length > 0) return null;
  if (!growth && !versus && !times.slice(1).every((one) => one.glue.has('and'))) return null;
  if (times.some((one) => besideTimes(reading, one).length > 0)) return null;
  if (mentions.some((one) => one.claim === null && (cueOf(one, 'grain')?.each || one.grouped))) return cue ? refuse(reading, 'compare') : null;
  const timed = times[0] ?? growth;
  const found = timeColumnFor(reading, times[0] ?? null, draft.subject?.thing.name ?? '');
  if (found === null || !timed) return refuse(reading, 'no_time', timed?.span.text);
  const [column, ...ties] = chosenAmong(reading, timed, Array.isArray(found) ? found : [found]);
  if (!column || ties.length > 0) return tiedAttributes(reading, timed, column ? [column, ...ties] : []);
  const pair = periodsOf(reading, times, column, cue ?? null);
  const periods = pair && column.isYear ? inYears(reading, pair) : pair;
  if (!periods) return refuse(reading, 'compare');
  const others = mentions.filter((one) => one.claim === null && cueOf(one, 'growth'));
  draft.compare = { column: column.ref, ...periods, span: spanOver(reading, growth, ...times) };
  claim('compare', ...times, growth, versus, ...others);
  reading.disclosures.push(say(reading.locale, `对比${periods.base.label}与${periods.current.label}`, `${periods.base.label} is compared with ${periods.current.label}`));
  const fastest = growth && reading.mentions[growth.index + 1];
  const speed = fastest?.claim === null ? cueOf(fastest, 'superlative') : null;
  if (speed && fastest) {
    claim('order', fastest);
    orderByChange(reading, speed.direction, 'growth', fastest);
  }
  const ranked = others.map((one) => cueOf(one, 'growth')).find((one) => one?.direction);
  if (ranked?.direction) orderByChange(reading, ranked.direction, ranked.as, others[0]);
  return null;
}

function periodsOf(reading: Reading, times: Mention[], column: Attribute, cue: { base?: 'year' | 'previous'; grain?: Grain } | null): { base: DateRange; current: DateRange } | null {
  const found = times.flatMap((one) => (one.literal?.kind === 'time' ? [one.literal.time] : []));
  if (found.length > 2 || found.some((time) => time.kind === 'recurring')) return null;
  const [first, second] = found;
  if (first && second) {
    const pair = [first, second].sort((a, b) => String(a.range.from).localeCompare(String(b.range.from)));
    const [base, current] = pair.map((time) => closed(reading, time));
    return base && current ? { base, current } : null;
  }
  const ends = cue && cue.base === undefined && first ? endsOf(reading, first) : null;
  if (ends) return ends;
  if (!cue || (first && isFinerThan(reading, first, cue))) return null;
  if (!cue.base && first && times[0] && !isBase(reading, times[0], first)) return wholeYearBefore(reading, first);
  if (!cue.base) return first ? sincePeriods(reading, first, column) : null;
  const current = first ? closed(reading, first) : cue.base === 'previous' && !column.isYear ? lastMonth(reading) : thisYear(reading, column);
  return current ? { base: earlier(reading, current, cue.base, first?.grain ?? undefined), current } : null;
}

/** "How did it change from 2024 to 2026": the first year or month named against the last. */
function endsOf(reading: Reading, { key }: TimeMatch): { base: DateRange; current: DateRange } | null {
  const [, first, last] = /^(\d{4}(?:-\d{2})?)\.\.(\d{4}(?:-\d{2})?)$/.exec(key) ?? [];
  if (first === undefined || last === undefined || first.length !== last.length) return null;
  const [base, current] = [first, last].map((one) => (one.length === 4 ? named(reading, `${one}-01-01`, shiftYears(`${one}-01-01`, 1)) : named(reading, `${one}-01`, shiftMonths(`${one}-01`, 1))));
  return base && current ? { base, current } : null;
}

/** A column of years holds whole ones only: this year so far is the year. Null for periods that are no years. */
function inYears(reading: Reading, pair: { base: DateRange; current: DateRange }): { base: DateRange; current: DateRange } | null {
  const [base, current] = [pair.base, pair.current].map(({ from, to, label }): DateRange | null => {
    if (!from?.endsWith('-01-01') || to === null) return null;
    if (to.endsWith('-01-01')) return { from, to, label };
    const runs = from.slice(0, 4) === reading.today.slice(0, 4) && to > reading.today;
    const shifted = pair.current.to !== null && to.slice(5) === pair.current.to.slice(5) && pair.current.to > reading.today;
    return runs || shifted ? named(reading, from, shiftYears(from, 1)) : null;
  });
  return base && current ? { base, current } : null;
}

/** "Month over month this year" asks for each month's change, which one pair of periods is not. */
function isFinerThan({ today }: Reading, { grain, range }: TimeMatch, cue: { base?: 'year' | 'previous'; grain?: Grain }): boolean {
  if (cue.base !== 'previous') return false;
  const days = range.from === null || range.to === null ? Infinity : daysBetween(range.from, range.to);
  if (cue.grain) return days > LONGEST[cue.grain];
  // 今年环比: of a period that is not over yet, and longer than any that 环比 is said of.
  return grain === 'year' && (range.to ?? '9') > today;
}

/** The most days that a period of a grain has. */
const LONGEST: Record<Grain, number> = { day: 1, week: 7, month: 31, quarter: 92, year: 366 };

/** Words that make the period named the one that is compared with; else it is the one asked about. */
const BASE_BEFORE = /(?:from|since|over|against|than|versus|vs\.?|to|自|从|比|较|相比)\s?$/i;

function isBase(reading: Reading, mention: Mention, time: TimeMatch): boolean {
  return time.range.to === null || BASE_BEFORE.test(reading.text.slice(0, mention.span.start)) || /^(?:相?比|以?来|起|至今|到现在)/.test(reading.text.slice(mention.span.end)) || reading.mentions.some((one) => cueOf(one, 'versus'));
}

/** 2025年的增长率: a year grows against the year before; of other periods it would be open against which. */
function wholeYearBefore(reading: Reading, time: TimeMatch): { base: DateRange; current: DateRange } | null {
  const current = time.grain === 'year' ? closed(reading, time) : null;
  return current && { base: earlier(reading, current, 'year'), current };
}

/** "since last year": that year against this one; on dates only its same days, so that part of a year meets the same part. */
function sincePeriods(reading: Reading, time: TimeMatch, column: Attribute): { base: DateRange; current: DateRange } | null {
  const from = time.range.from;
  if (from === null) return null;
  const year = Number(from.slice(0, 4));
  const thisYearNumber = Number(reading.today.slice(0, 4));
  if (year >= thisYearNumber) return null;
  const current = thisYear(reading, column);
  const base = from.endsWith('-01-01') ? named(reading, shiftYears(current.from ?? '', year - thisYearNumber), shiftYears(current.to ?? '', year - thisYearNumber)) : null;
  return base ? { base, current } : null;
}

function thisYear(reading: Reading, column: Attribute): DateRange {
  const from = `${reading.today.slice(0, 4)}-01-01`;
  return named(reading, from, column.isYear ? shiftYears(from, 1) : shiftDays(reading.today, 1));
}

/** 环比 alone: the last whole month against the one before. */
function lastMonth(reading: Reading): DateRange {
  const first = `${reading.today.slice(0, 7)}-01`;
  return named(reading, `${shiftDays(first, -1).slice(0, 7)}-01`, first);
}

function closed(reading: Reading, time: TimeMatch): DateRange | null {
  if (time.range.from === null) return null;
  const range = dateRange(reading, time);
  return { ...range, to: range.to ?? shiftDays(reading.today, 1) };
}

function earlier(reading: Reading, current: DateRange, base: 'year' | 'previous', grain?: Grain): DateRange {
  const from = current.from ?? reading.today;
  const to = current.to ?? shiftDays(reading.today, 1);
  if (base === 'year') return named(reading, shiftYears(from, -1), shiftYears(to, -1));
  const [shiftedFrom, shiftedTo] = previous(from, to, grain);
  return named(reading, shiftedFrom, shiftedTo);
}

/** The period before: whole months before whole months, the same days of the one before for one that runs still, else as many days. */
function previous(from: string, to: string, grain: Grain | undefined): [string, string] {
  if (from.endsWith('-01') && to.endsWith('-01')) {
    const months = (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));
    return [shiftMonths(from, -months), from];
  }
  const months = grain === 'month' ? 1 : grain === 'quarter' ? 3 : 0;
  const start = months > 0 ? shiftMonths(from, -months) : grain === 'week' ? shiftDays(from, -7) : shiftDays(from, -daysBetween(from, to));
  const end = shiftDays(start, daysBetween(from, to));
  return [start, end < from ? end : from];
}

function named(reading: Reading, from: string, to: string): DateRange {
  return { from, to, label: daysLabel(from, to, reading.locale) };
}

/** 哪些, 哪几个 and an English plural ask for several; 增长最多的品类 is one. */
function asksSeveral({ mentions, draft, text }: Reading): boolean {
  if (/哪些|哪几|都有谁|有谁/.test(text)) return true;
  return mentions.some((mention) => mention.claim === 'dimension' && /[^s]s$/i.test(mention.span.text) && draft.dimensions.some(({ span }) => span && span.start <= mention.span.start && mention.span.end <= span.end));
}

function orderByChange(reading: Reading, direction: 'asc' | 'desc', as: 'change' | 'growth', cue: Mention | undefined): void {
  const { draft } = reading;
  const what = draft.measures[0]?.what;
  const better = what?.kind === 'metric' ? reading.model.metrics[what.id]?.better : undefined;
  const improved = cue !== undefined && /improve|worse|进步|退步|改善/.test(cue.span.text);
  const turned = improved && better === 'lower' ? (direction === 'asc' ? 'desc' : 'asc') : direction;
  draft.order = [{ by: { kind: as, index: 0 }, direction: turned, span: cue?.span }];
  const one = !asksSeveral(reading);
  const count = countOfHead(reading);
  claim('order', count);
  if (count?.literal?.kind === 'number') draft.limit = count.literal.value;
  else draft.limit ??= one ? 1 : 10;
  if (!one && !count) reading.disclosures.push(say(reading.locale, '只列出前10项', 'only the first ten are listed'));
}
