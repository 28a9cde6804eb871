import type { Row } from '@querent/contracts';
import { distinctCount, type ResultShape, type ShapeColumn } from '../reading/result-shape';
import { categoryOf } from '../reading/cell-value';
import { valuesOf } from '../drawing/chart-type';
import { isoDay, periodEnd, periodText } from '@querent/language';
import { listed, say, sentenceStart } from './phrases';
import {
  amountText,
  highest,
  lowest,
  nameOf,
  rateText,
  totalText,
  valuedRows,
  valueText,
  type Telling,
  type Told,
} from './telling';

/** From the first period to the last, the change between them, peak and low. */
export function trendSentences(telling: Telling): string[] {
  const measures = valuesOf(telling.shape).slice(0, 2);
  return telling.shape.labels.length > 0
    ? trendByGroup(telling, measures[0])
    : measures.flatMap((measure, index) => trendOf(telling, measure, index, measures.length > 1));
}

function trendOf(telling: Telling, measure: ShapeColumn, index: number, several: boolean): string[] {
  const { shape, topic } = telling;
  const rows = inTime(telling, valuedRows(telling, measure));
  const [first, last, most, least] = [rows[0], rows.at(-1), highest(rows), lowest(rows)];
  if (!first || !last || !most || !least) return [say('no_value', shape.locale, { topic })];
  const ends = {
    first: whenText(telling, first.row),
    firstValue: valueText(telling, first.row, measure),
    last: whenText(telling, last.row),
    lastValue: valueText(telling, last.row, measure),
  };
  const told = [
    say(several ? 'trend_of' : 'trend', shape.locale, {
      topic,
      measure: sentenceStart(measure.label),
      ...ends,
      move: moveText(telling, first.value, last.value, measure),
    }),
  ];
  if (rows.length > 2 && most.value !== least.value) {
    told.push(
      say('extremes_in_time', shape.locale, {
        highest: whenText(telling, most.row),
        highestValue: valueText(telling, most.row, measure),
        lowest: whenText(telling, least.row),
        lowestValue: valueText(telling, least.row, measure),
      }),
    );
  }
  const total = totalText(telling, measure, index);
  if (total !== null) told.push(say('total', shape.locale, { value: total }));
  return told;
}

/** A period that today or the asked range cuts is compared with whole ones: that must be said. */
export function partPeriods(telling: Telling): string[] {
  const { shape, query, today } = telling;
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
  const cut = [
    ...(first !== undefined && from > first ? [first] : []),
    ...(last !== undefined && end !== null && (end > today || end > until) ? [last] : []),
  ];
  return cut.length === 0
    ? []
    : [
        say('part_periods', shape.locale, {
          list: listed(
            [...new Set(cut)].map((day) => periodText(day, grain, shape.locale)),
            shape.locale,
          ),
        }),
      ];
}

/** Several lines: how many, and which is ahead at the end. */
function trendByGroup(telling: Telling, measure: ShapeColumn | undefined): string[] {
  const { shape, topic } = telling;
  const [group] = shape.labels;
  if (!measure || !group || !shape.time) return [];
  const rows = inTime(telling, valuedRows(telling, measure));
  const { time } = shape;
  const end = categoryOf(rows.at(-1)?.row[time.index]);
  const ahead = highest(rows.filter(({ row }) => categoryOf(row[time.index]) === end));
  if (!ahead) return [say('no_value', shape.locale, { topic })];
  const told = [
    say('trend_by_group', shape.locale, {
      topic,
      groups: groupsIn(shape, group, time),
      periods: distinctCount(shape, time),
      last: whenText(telling, ahead.row),
      name: nameOf(telling, ahead.row, shape.labels),
      value: valueText(telling, ahead.row, measure),
    }),
  ];
  const total = totalText(telling, measure, 0);
  if (total !== null) told.push(say('total', shape.locale, { value: total }));
  return told;
}

/**
 * When something was: `in March 2025`, `on March 5, 2025`, `in the week of March 3, 2025`; Chinese needs no
 * preposition.
 */
function whenText(telling: Telling, row: Row): string {
  const { locale, time } = telling.shape;
  const name = nameOf(telling, row, time ? [time] : []);
  if (locale === 'zh') return name;
  if (time?.grain === 'week') return `in the ${name}`;
  return `${time?.grain === 'day' ? 'on' : 'in'} ${name}`;
}

/** Groups by name, and as many of one name as a period has of it. */
function groupsIn(shape: ResultShape, group: ShapeColumn, time: ShapeColumn): number {
  const inPeriod = new Map<string, number>();
  const most = new Map<string, number>();
  for (const row of shape.rows) {
    const [name, place] = [JSON.stringify(row[group.index]), JSON.stringify([row[group.index], row[time.index]])];
    inPeriod.set(place, (inPeriod.get(place) ?? 0) + 1);
    most.set(name, Math.max(most.get(name) ?? 0, inPeriod.get(place) ?? 0));
  }
  return [...most.values()].reduce((sum, count) => sum + count, 0);
}

function moveText(telling: Telling, base: number, current: number, measure: ShapeColumn): string {
  const { locale } = telling.shape;
  if (base === current) return say('move_none', locale);
  const rate = rateText(telling, base, current);
  if (rate === null || base < 0)
    return say('move_unrated', locale, { change: amountText(telling, current - base, measure) });
  return say(current > base ? 'move_up' : 'move_down', locale, { rate });
}

function inTime({ shape }: Telling, rows: Told[]): Told[] {
  const { time } = shape;
  return time
    ? [...rows].sort((a, b) => categoryOf(a.row[time.index]).localeCompare(categoryOf(b.row[time.index])))
    : rows;
}
