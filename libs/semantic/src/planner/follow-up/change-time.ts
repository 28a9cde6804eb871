import type { DateRange, Filter } from '@querent/contracts';
import { findTimeExpressions, type TimeMatch } from '@querent/language';
import { attributeLabel } from '../../wording/words';
import { negatedBefore } from '../assembly/negation';
import { besideTimes, rangeFilter, timeColumnFor, wholeYears } from '../assembly/read-time';
import { refuse } from '../assembly/refuse';
import type { Stop } from '../assembly/step';
import type { Attribute } from '../../model/things';
import type { Mention } from '../reading/mention';
import { claim, spanOver } from '../reading/reading';
import { dateAmong } from './ask-date';
import { conditionsOf, dropConditions, editConditions } from './kept-conditions';
import { attributeOf } from './resume-draft';
import { type Change, type Turn, UNFIT, tell } from './turn';

/** 那去年呢, since March, 不限时间: the time of the query before is exchanged, added or lifted. */
export const changeTime: Change = (turn) => {
  const lifted = turn.opening.removed.some(({ what }) => what === 'time');
  if (lifted && !liftTime(turn)) return UNFIT;
  const mentions = turn.reading.mentions.filter((one) => one.claim === null && one.literal?.kind === 'time');
  const [first] = mentions;
  if (!first) return null;
  const times = mentions.flatMap((mention) => (mention.literal?.kind === 'time' ? [timeIn(turn, mention, mention.literal.time)] : []));
  if (times.some((time) => time.kind === 'recurring' || (time.range.from ?? '') > turn.reading.today)) return UNFIT;
  if (turn.kept.compare && besideTimes(turn.reading, first).length === 0) return UNFIT;
  const column = columnFor(turn, first);
  if (column === null) return UNFIT;
  if ('kind' in column) return column;
  const made = conditionOf(turn, column, mentions, times);
  if ('stop' in made) return made.stop;
  claim('time', ...mentions);
  place(turn, column, made.filter);
  sayTime(turn, column, times, isNegated(made.filter));
  return null;
};

/** The time by its column's name where it is another than the usual one. */
function sayTime(turn: Turn, column: Attribute, times: TimeMatch[], negated: boolean): void {
  const [zh, en] = [times.map(({ label }) => label.zh).join('、'), times.map(({ label }) => label.en).join(', ')];
  const usual = timeColumnFor(turn.reading, null, turn.kept.subject?.thing.name ?? '') === column;
  const name = usual ? { zh: '时间', en: 'time' } : { zh: attributeLabel(column, 'zh'), en: attributeLabel(column, 'en') };
  tell(turn, `${name.zh}改为${negated ? '不含' : ''}${zh}`, `${name.en} is now ${negated ? 'without ' : ''}${en}`);
}

/** Months and quarters without a year are those of the year that the question before was about, where that has passed. */
function timeIn({ reading, kept }: Turn, mention: Mention, time: TimeMatch): TimeMatch {
  if (time.kind !== 'absolute' || !(time.grain === 'month' || time.grain === 'quarter') || /\d{4}|年|year/.test(mention.span.text)) return time;
  const years = conditionsOf(kept).flatMap((filter) => yearOf(filter));
  const [year] = years;
  if (year === undefined || new Set(years).size > 1 || year >= Number(reading.today.slice(0, 4))) return time;
  const [again] = findTimeExpressions(mention.span.text, { today: `${year}-12-31` });
  return again && again.text === mention.span.text ? again : time;
}

/** The one calendar year that a condition lies in. */
function yearOf(filter: Filter): number[] {
  if (filter.kind !== 'time' || filter.negated || filter.range.from === null || filter.range.to === null) return [];
  const last = new Date(Date.parse(filter.range.to) - 86_400_000).toISOString();
  return filter.range.from.slice(0, 4) === last.slice(0, 4) ? [Number(last.slice(0, 4))] : [];
}

/** The column named beside the time, else the one whose time stands, else the one that such a question would mean. */
function columnFor(turn: Turn, mention: Mention): Attribute | Stop | null {
  const { reading, kept } = turn;
  const subject = kept.subject?.thing.name ?? '';
  const standing = [...new Set(conditionsOf(kept).flatMap((filter) => timeColumn(turn, filter)))];
  const named = besideTimes(reading, mention).length > 0;
  const usual = timeColumnFor(reading, named ? mention : null, subject);
  if (named || standing.length === 0) {
    const related = named ? undefined : kept.exists.map(({ table }) => timeColumnFor(reading, null, table)).find((one) => one !== null && !Array.isArray(one));
    const column = related ?? usual;
    return Array.isArray(column) ? null : (column ?? null);
  }
  // What the turn dates is what it asks for: 他们去年的订单金额 of customers of this year.
  if (subject !== turn.context.subject.name) return Array.isArray(usual) ? null : usual;
  const [only] = standing;
  const ofOther = kept.filters.some(({ attribute }) => attribute === only && attribute?.ref.table !== subject);
  if (standing.length === 1 && only && ofOther && usual && !Array.isArray(usual) && usual !== only && usual.ref.table === subject) {
    return turn.opening.marks.has('those') ? usual : dateAmong(reading, mention.span.text, [only, usual]);
  }
  if (standing.length === 1) return only ?? null;
  return standing.find((one) => one === usual) ?? null;
}

/** The time column that a condition restricts; a year kept as a number is one. */
export function timeColumn({ reading }: Pick<Turn, 'reading'>, filter: Filter): Attribute[] {
  if (filter.kind === 'or') return filter.filters.length > 0 && filter.filters.every((one) => timeColumn({ reading }, one).length > 0) ? timeColumn({ reading }, filter.filters[0] as Filter) : [];
  const attribute = attributeOf(reading, filter);
  if (!attribute || filter.kind === 'term' || filter.kind === 'null') return [];
  return filter.kind === 'time' || filter.kind === 'latest' || attribute.isYear ? [attribute] : [];
}

/** The condition that the times make on a column, or the honest refusal where nothing of them is recorded. */
function conditionOf({ reading }: Turn, column: Attribute, mentions: Mention[], times: TimeMatch[]): { filter: Filter } | { stop: Stop } {
  const negated = mentions[0] ? negatedBefore(reading, mentions[0]) : false;
  const joined = mentions.slice(1).every(({ glue }) => glue.has('and') || glue.has('or'));
  if (!joined || (negated && mentions.length > 1)) return { stop: UNFIT };
  const unstored = times.find((time) => isUnstored(column, time, reading.today));
  if (unstored) return { stop: refuse(reading, 'no_year', unstored.text) };
  const filters = mentions.flatMap((mention, at) => {
    const time = times[at];
    const made = time ? rangeFilter(reading, column, time, mention, negated) : null;
    return made ? [made] : [];
  });
  const [only] = filters;
  if (!only || filters.length < mentions.length) return { stop: refuse(reading, 'only_years', mentions[0]?.span.text) };
  const span = spanOver(reading, ...mentions);
  return { filter: filters.length > 1 ? { kind: 'or', filters, ...(span ? { span } : {}) } : only };
}

function isUnstored(column: Attribute, time: TimeMatch, today: string): boolean {
  const years = column.isYear && column.storedComplete && column.stored.length > 0 ? wholeYears(time, today) : null;
  return years !== null && years.from !== null && years.from === years.to && !column.stored.includes(String(years.from));
}

function isNegated(filter: Filter): boolean {
  return (filter.kind === 'time' && filter.negated) || (filter.kind === 'compare' && filter.op === '!=');
}

/** Takes the place of the time on the same column, else joins the related rows that the query asks for, else stands on its own. */
function place(turn: Turn, column: Attribute, made: Filter): void {
  const { kept, reading } = turn;
  const isOfColumn = (filter: Filter) => timeColumn(turn, filter).includes(column);
  if (!isNegated(made) && editConditions(kept, (filter) => (isOfColumn(filter) ? made : filter))) return;
  const related = kept.exists.find(({ table }) => timeColumnFor(reading, null, table) === column);
  if (related) related.filters = [...related.filters, made];
  else kept.filters.push({ attribute: column, filter: made });
}

function liftTime(turn: Turn): boolean {
  const lifted = dropConditions(turn.kept, (filter) => timeColumn(turn, filter).length > 0);
  if (lifted) tell(turn, '不再限定时间', 'the time is no longer restricted');
  return lifted;
}

/** The range that stands on a column, to be compared with another. */
export function standingRange(turn: Turn, column: Attribute): DateRange | null {
  const ranges = conditionsOf(turn.kept).flatMap((filter) => (filter.kind === 'time' && !filter.negated && timeColumn(turn, filter).includes(column) ? [filter.range] : []));
  return ranges.length === 1 ? (ranges[0] ?? null) : null;
}
