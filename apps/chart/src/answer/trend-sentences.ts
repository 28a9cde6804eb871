import type { Row } from '@querent/contracts';
import { distinctCount, type ResultShape, type ShapeColumn } from '../reading/result-shape';
import { categoryOf } from '../reading/cell-value';
import { valuesOf } from '../drawing/chart-type';
import { isoDay, periodEnd, periodText } from '@querent/language';
import { listed, phrase, sentenceStart } from './phrases';
import {
  amountText,
  highest,
  lowest,
  nameOf,
  rateText,
  totalText,
  valuedRows,
  valueText,
  type SentenceInput,
  type ValuedRow,
} from './sentence-input';

/** Trend: first and last period, the change between them, highest and lowest. */
export function trendSentences(input: SentenceInput): string[] {
  const measures = valuesOf(input.shape).slice(0, 2);
  return input.shape.labels.length > 0
    ? trendByGroup(input, measures[0])
    : measures.flatMap((measure, index) => trendOf(input, measure, index, measures.length > 1));
}

function trendOf(input: SentenceInput, measure: ShapeColumn, index: number, several: boolean): string[] {
  const { shape, topic } = input;
  const rows = wholeOf(input, inTime(input, valuedRows(input, measure)));
  const [first, last, most, least] = [rows[0], rows.at(-1), highest(rows), lowest(rows)];
  if (!first || !last || !most || !least) return [phrase('no_value', shape.locale, { topic })];
  const ends = {
    first: whenText(input, first.row),
    firstValue: valueText(input, first.row, measure),
    last: whenText(input, last.row),
    lastValue: valueText(input, last.row, measure),
  };
  const texts = [
    phrase(several ? 'trend_of' : 'trend', shape.locale, {
      topic,
      measure: sentenceStart(measure.label),
      ...ends,
      move: moveText(input, first.value, last.value, measure),
    }),
  ];
  if (rows.length > 2 && most.value !== least.value) {
    texts.push(
      phrase('extremes_in_time', shape.locale, {
        highest: whenText(input, most.row),
        highestValue: valueText(input, most.row, measure),
        lowest: whenText(input, least.row),
        lowestValue: valueText(input, least.row, measure),
      }),
    );
  }
  const total = totalText(input, measure, index);
  if (total !== null) texts.push(phrase('total', shape.locale, { value: total }));
  return texts;
}

/** Warns about partial periods, which today's date or the question's range cuts off. */
export function partPeriods(input: SentenceInput): string[] {
  const { locale, time } = input.shape;
  const cut = cutPeriods(input);
  if (!time?.grain || cut.length === 0) return [];
  const { grain } = time;
  return [
    phrase('part_periods', locale, {
      list: listed(
        cut.map((day) => periodText(day, grain, locale)),
        locale,
      ),
    }),
  ];
}

/** The rows of whole periods, if two are left to compare: a day of a month says nothing about the month. */
function wholeOf(input: SentenceInput, rows: ValuedRow[]): ValuedRow[] {
  const { time } = input.shape;
  const cut = cutPeriods(input);
  const whole = rows.filter(({ row }) => !cut.includes(isoDay(categoryOf(time && row[time.index])) ?? ''));
  return whole.length > 1 ? whole : rows;
}

/** First days of the periods, at the ends of the result, that today's date or the question's range cuts off. */
function cutPeriods({ shape, query, today }: SentenceInput): string[] {
  const { time } = shape;
  if (!time?.grain) return [];
  const { grain } = time;
  const starts = shape.rows
    .map((row) => isoDay(categoryOf(row[time.index])))
    .filter((day) => day !== null)
    .sort();
  const [first, last] = [starts[0], starts.at(-1)];
  const ranges =
    query?.filters.flatMap((filter) => (filter.kind === 'time' && !filter.negated ? [filter.range] : [])) ?? [];
  const from =
    ranges
      .map((range) => range.from ?? '')
      .sort()
      .at(-1) ?? '';
  const until = ranges.flatMap((range) => range.to ?? []).sort()[0] ?? '9999';
  const end = last === undefined ? null : periodEnd(last, grain);
  return [
    ...new Set([
      ...(first !== undefined && from > first ? [first] : []),
      ...(last !== undefined && end !== null && (end > today || end > until) ? [last] : []),
    ]),
  ];
}

/** Trends of several groups: number of groups and periods, and the highest group at the end. */
function trendByGroup(input: SentenceInput, measure: ShapeColumn | undefined): string[] {
  const { shape, topic } = input;
  const [group] = shape.labels;
  if (!measure || !group || !shape.time) return [];
  const rows = inTime(input, valuedRows(input, measure));
  const { time } = shape;
  const end = categoryOf(rows.at(-1)?.row[time.index]);
  const ahead = highest(rows.filter(({ row }) => categoryOf(row[time.index]) === end));
  if (!ahead) return [phrase('no_value', shape.locale, { topic })];
  const texts = [
    phrase('trend_by_group', shape.locale, {
      topic,
      groups: groupsIn(shape, group, time),
      periods: distinctCount(shape, time),
      last: whenText(input, ahead.row),
      name: nameOf(input, ahead.row, shape.labels),
      value: valueText(input, ahead.row, measure),
    }),
  ];
  const total = totalText(input, measure, 0);
  if (total !== null) texts.push(phrase('total', shape.locale, { value: total }));
  return texts;
}

/**
 * A period with its preposition: `in March 2025`, `on March 5, 2025`, `in the week of March 3, 2025`; none in Chinese.
 */
function whenText(input: SentenceInput, row: Row): string {
  const { locale, time } = input.shape;
  const name = nameOf(input, row, time ? [time] : []);
  if (locale === 'zh') return name;
  if (time?.grain === 'week') return `in the ${name}`;
  return `${time?.grain === 'day' ? 'on' : 'in'} ${name}`;
}

/** Number of groups: a name counts as often as it occurs in one period. */
function groupsIn(shape: ResultShape, group: ShapeColumn, time: ShapeColumn): number {
  const inPeriod = new Map<string, number>();
  const most = new Map<string, number>();
  for (const row of shape.rows) {
    const [name, key] = [JSON.stringify(row[group.index]), JSON.stringify([row[group.index], row[time.index]])];
    inPeriod.set(key, (inPeriod.get(key) ?? 0) + 1);
    most.set(name, Math.max(most.get(name) ?? 0, inPeriod.get(key) ?? 0));
  }
  return [...most.values()].reduce((sum, count) => sum + count, 0);
}

function moveText(input: SentenceInput, base: number, current: number, measure: ShapeColumn): string {
  const { locale } = input.shape;
  if (base === current) return phrase('move_none', locale);
  const rate = rateText(input, base, current);
  if (rate === null || base < 0)
    return phrase('move_unrated', locale, { change: amountText(input, current - base, measure) });
  return phrase(current > base ? 'move_up' : 'move_down', locale, { rate });
}

function inTime({ shape }: SentenceInput, rows: ValuedRow[]): ValuedRow[] {
  const { time } = shape;
  return time
    ? [...rows].sort((a, b) => categoryOf(a.row[time.index]).localeCompare(categoryOf(b.row[time.index])))
    : rows;
}
