import type { DateRange, Row } from '@querent/contracts';
import { numberOf } from '../reading/cell-value';
import { periodName, type PeriodPair } from '../reading/result-shape';
import { listed, say } from './phrases';
import { amountText, nameOf, rateText, valueText, type Telling } from './telling';

/** Two periods of one total: both values, the difference and the rate. */
export function comparedTotalSentences(telling: Telling): string[] {
  const { shape, topic } = telling;
  const [row] = shape.rows;
  return shape.pairs.flatMap((pair) => {
    const change = row && changeOf(row, pair);
    if (!row || !change) return [say('no_value', shape.locale, { topic })];
    return [
      say('compared', shape.locale, {
        topic,
        base: periodName(pair.base),
        baseValue: valueText(telling, row, pair.base),
        current: periodName(pair.current),
        currentValue: valueText(telling, row, pair.current),
        move: moveText(telling, pair, change.base, change.current),
      }),
    ];
  });
}

/** Two periods of many groups: how many rose and fell, and which the most. */
export function comparedGroupsSentences(telling: Telling): string[] {
  const { shape, topic } = telling;
  const [pair] = shape.pairs;
  if (!pair) return [];
  if (telling.query?.limit != null && telling.query.order.length > 0) return [rankedChanges(telling, pair)];
  const changes = shape.rows.flatMap((row) => changeOf(row, pair) ?? []).sort((a, b) => b.change - a.change);
  if (changes.length === 0) return [say('no_value', shape.locale, { topic })];
  const [up, down] = [changes.filter(({ change }) => change > 0), changes.filter(({ change }) => change < 0)];
  const told = [
    say('compared_groups', shape.locale, { topic, count: shape.rowCount, up: up.length, down: down.length }),
  ];
  const [most, least] = [up[0], down.at(-1)];
  for (const [id, one] of [
    ['most_up', most],
    ['most_down', least],
  ] as const) {
    if (!one) continue;
    told.push(
      say(id, shape.locale, {
        name: nameOf(telling, one.row),
        baseValue: valueText(telling, one.row, pair.base),
        currentValue: valueText(telling, one.row, pair.current),
        move: moveText(telling, pair, one.base, one.current),
      }),
    );
  }
  return told;
}

/** A year that is not over against a whole one: months may differ by a tenth, more is said. */
export function unequalPeriods({ shape, query }: Telling): string[] {
  const [pair] = shape.pairs;
  const [baseDays, currentDays] = [daysIn(query?.compare?.base), daysIn(query?.compare?.current)];
  if (!pair || baseDays === null || currentDays === null) return [];
  if (Math.abs(baseDays - currentDays) <= 0.1 * Math.max(baseDays, currentDays)) return [];
  return [
    say('unequal_periods', shape.locale, {
      base: periodName(pair.base),
      baseDays,
      current: periodName(pair.current),
      currentDays,
    }),
  ];
}

function daysIn(range: DateRange | undefined): number | null {
  return range?.from && range.to ? Math.round((Date.parse(range.to) - Date.parse(range.from)) / 86_400_000) : null;
}

/** "Improved most": the first of them in the order of the database, each with both values. */
function rankedChanges(telling: Telling, pair: PeriodPair): string {
  const { shape, topic } = telling;
  const shown = shape.rows.slice(0, 5);
  const list = shown.map((row) => {
    const change = changeOf(row, pair);
    return change
      ? say('changed_name', shape.locale, {
          name: nameOf(telling, row),
          baseValue: valueText(telling, row, pair.base),
          currentValue: valueText(telling, row, pair.current),
        })
      : nameOf(telling, row);
  });
  return say(shape.rows.length > shown.length ? 'ranking_cut' : 'ranking', shape.locale, {
    topic,
    list: listed(list, shape.locale),
    count: shape.rowCount,
    shown: shown.length,
  });
}

interface Change {
  row: Row;
  base: number;
  current: number;
  change: number;
}

function changeOf(row: Row, pair: PeriodPair): Change | null {
  const [base, current] = [numberOf(row[pair.base.index]), numberOf(row[pair.current.index])];
  return base === null || current === null ? null : { row, base, current, change: current - base };
}

function moveText(telling: Telling, pair: PeriodPair, base: number, current: number): string {
  const { locale } = telling.shape;
  if (base === current) return say('move_none', locale);
  const change = amountText(telling, Math.abs(current - base), pair.current);
  const rate = base > 0 ? rateText(telling, base, current) : null;
  const up = current > base;
  if (rate === null) return say(up ? 'grew_unrated' : 'shrank_unrated', locale, { change });
  return say(up ? 'grew' : 'shrank', locale, { change, rate: `${up ? '+' : '−'}${rate}` });
}
