import type { DateRange } from '@querent/contracts';
import type { TimeMatch } from '@querent/language';
import { daysBetween, daysLabel, shiftDays, shiftYears } from '../assembly/period-arithmetic';
import { dateRange, timeColumnFor } from '../assembly/read-time';
import type { Stop } from '../assembly/step';
import { cueOf, type Mention } from '../reading/mention';
import { type Reading, claim, spanOver } from '../reading/reading';
import { conditionsOf, dropConditions } from './kept-conditions';
import { standingRange, timeColumn } from './change-time';
import { attributeAt } from './resume-draft';
import { type Change, type Turn, UNFIT, tell } from './turn';

/** 和去年比呢, "compared with last year", 同比: the period of the query before beside another one. */
export const changeComparison: Change = (turn) => {
  const { reading, kept, opening } = turn;
  if (opening.removed.some(({ what }) => what === 'comparison')) return endComparison(turn);
  const growth = reading.mentions.find((one) => one.claim === null && cueOf(one, 'growth') && !cueOf(one, 'growth')?.direction);
  const versus = reading.mentions.find((one) => one.claim === null && cueOf(one, 'versus'));
  const times = reading.mentions.filter((one) => one.claim === null && one.literal?.kind === 'time');
  if (kept.compare && !growth && !versus && times.length > 0) return movePeriods(turn, times);
  if (!growth && !(versus && times.length > 0)) return null;
  if (kept.measures.length === 0 || kept.measures.some(({ share }) => share) || kept.dimensions.some(({ grain }) => grain) || times.length > 1) return UNFIT;
  const column = kept.compare ? attributeAt(reading, kept.compare.column) : timeColumnFor(reading, null, kept.subject?.thing.name ?? '');
  if (!column || Array.isArray(column)) return UNFIT;
  const others = conditionsOf(kept).filter((filter) => timeColumn(turn, filter).length > 0 && !timeColumn(turn, filter).includes(column));
  const yearly = kept.filters.find(({ filter }) => timeColumn(turn, filter).includes(column) && filter.kind !== 'time');
  const standing = kept.compare?.current ?? standingRange(turn, column) ?? yearOf(turn, yearly?.filter);
  if (others.length > 0 || (yearly && !standing && yearly.filter.kind !== 'latest')) return UNFIT;
  const current = closed(reading, standing) ?? thisYear(reading, column.isYear);
  const time = times[0]?.literal?.kind === 'time' ? times[0].literal.time : null;
  const base = time ? baseNamed(reading, current, time) : earlier(reading, current, cueOf(growth, 'growth')?.base ?? 'year');
  if (!base || (base.to ?? '') > (current.to ?? '')) return UNFIT;
  claim('compare', growth, versus, ...times);
  dropConditions(kept, (filter) => timeColumn(turn, filter).includes(column));
  const span = spanOver(reading, growth, versus, ...times);
  kept.compare = { column: column.ref, base, current, ...(span ? { span } : {}) };
  tell(turn, `对比${base.label}与${current.label}`, `${current.label} is compared with ${base.label}`);
  return null;
};

function endComparison(turn: Turn): Stop | null {
  const { kept, reading } = turn;
  if (!kept.compare) return UNFIT;
  const { column, current } = kept.compare;
  kept.filters.push({ attribute: attributeAt(reading, column), filter: { kind: 'time', column, range: current, negated: false } });
  kept.compare = null;
  kept.order = kept.order.filter(({ by }) => by.kind !== 'change' && by.kind !== 'growth');
  tell(turn, `只看${current.label}`, `only ${current.label}`);
  return null;
}

/** 那上个月呢 of a comparison: the period asked about moves, and the one it is held against moves along. */
function movePeriods(turn: Turn, times: Mention[]): Stop | null {
  const { reading, kept } = turn;
  const [mention] = times;
  if (!kept.compare || times.length > 1 || mention?.literal?.kind !== 'time') return UNFIT;
  const { base, current } = kept.compare;
  const range = closed(reading, dateRange(reading, mention.literal.time));
  const years = Number(current.from?.slice(0, 4)) - Number(base.from?.slice(0, 4));
  const isYearly = current.from !== null && base.from === shiftYears(current.from, -years) && years > 0;
  if (!range || !isYearly) return UNFIT;
  claim('compare', mention);
  kept.compare = { ...kept.compare, current: range, base: shifted(reading, range, years), span: mention.span };
  tell(turn, `对比${kept.compare.base.label}与${range.label}`, `${range.label} is compared with ${kept.compare.base.label}`);
  return null;
}

/** "With last year" holds the same part of last year against the period; any other period is taken as named. */
function baseNamed(reading: Reading, current: DateRange, time: TimeMatch): DateRange | null {
  const years = Number(current.from?.slice(0, 4)) - Number(time.range.from?.slice(0, 4));
  // Last year of a question about last year is the year before it.
  if (time.grain === 'year') return years > 0 || time.kind === 'relative' ? shifted(reading, current, Math.max(years, 1)) : null;
  return closed(reading, dateRange(reading, time));
}

function earlier(reading: Reading, current: DateRange, base: 'year' | 'previous'): DateRange {
  if (base === 'year') return shifted(reading, current, 1);
  const [from, to] = [current.from ?? reading.today, current.to ?? shiftDays(reading.today, 1)];
  const months = (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));
  if (from.endsWith('-01') && to.endsWith('-01')) return named(reading, new Date(Date.UTC(Number(from.slice(0, 4)), Number(from.slice(5, 7)) - 1 - months, 1)).toISOString().slice(0, 10), from);
  return named(reading, shiftDays(from, -daysBetween(from, to)), from);
}

function shifted(reading: Reading, { from, to }: DateRange, years: number): DateRange {
  return named(reading, shiftYears(from ?? reading.today, -years), shiftYears(to ?? reading.today, -years));
}

/** A year kept as a number, as the range that it is. */
function yearOf({ reading }: Turn, filter: Turn['kept']['filters'][number]['filter'] | undefined): DateRange | null {
  const year = filter?.kind === 'compare' && filter.op === '=' ? Number(filter.value) : Number.NaN;
  return Number.isInteger(year) ? named(reading, `${year}-01-01`, `${year + 1}-01-01`) : null;
}

function thisYear(reading: Reading, wholeYears: boolean): DateRange {
  const from = `${reading.today.slice(0, 4)}-01-01`;
  return named(reading, from, wholeYears ? shiftYears(from, 1) : shiftDays(reading.today, 1));
}

function closed(reading: Reading, range: DateRange | null): DateRange | null {
  if (range === null || range.from === null) return null;
  return { ...range, to: range.to ?? shiftDays(reading.today, 1) };
}

function named(reading: Reading, from: string, to: string): DateRange {
  return { from, to, label: daysLabel(from, to, reading.locale) };
}
