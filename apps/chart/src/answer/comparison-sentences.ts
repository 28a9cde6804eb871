import type { DateRange, Row } from '@querent/contracts';
import { numberOf } from '../reading/cell-value';
import { periodName, type PeriodPair } from '../reading/result-shape';
import { listed, phrase } from './phrases';
import { amountText, nameOf, rateText, valueText, type SentenceInput } from './sentence-input';

/** Comparison of one total in two periods: both values, the difference and the growth rate. */
export function comparedTotalSentences(input: SentenceInput): string[] {
  const { shape, topic } = input;
  const [row] = shape.rows;
  return shape.pairs.flatMap((pair) => {
    const change = row && changeOf(row, pair);
    if (!row || !change) return [phrase('no_value', shape.locale, { topic })];
    return [
      phrase('compared', shape.locale, {
        topic,
        base: periodName(pair.base),
        baseValue: valueText(input, row, pair.base),
        current: periodName(pair.current),
        currentValue: valueText(input, row, pair.current),
        move: moveText(input, pair, change.base, change.current),
      }),
    ];
  });
}

/** Comparison of groups in two periods: how many rose and fell, and the largest changes. */
export function comparedGroupsSentences(input: SentenceInput): string[] {
  const { shape, topic } = input;
  const [pair] = shape.pairs;
  if (!pair) return [];
  if (input.query?.limit != null && input.query.order.length > 0) return [rankedChanges(input, pair)];
  const changes = shape.rows.flatMap((row) => changeOf(row, pair) ?? []).sort((a, b) => b.change - a.change);
  if (changes.length === 0) return [phrase('no_value', shape.locale, { topic })];
  const [up, down] = [changes.filter(({ change }) => change > 0), changes.filter(({ change }) => change < 0)];
  const texts = [
    phrase('compared_groups', shape.locale, { topic, count: shape.rowCount, up: up.length, down: down.length }),
  ];
  const [most, least] = [up[0], down.at(-1)];
  for (const [id, one] of [
    ['most_up', most],
    ['most_down', least],
  ] as const) {
    if (!one) continue;
    texts.push(
      phrase(id, shape.locale, {
        name: nameOf(input, one.row),
        baseValue: valueText(input, one.row, pair.base),
        currentValue: valueText(input, one.row, pair.current),
        move: moveText(input, pair, one.base, one.current),
      }),
    );
  }
  return texts;
}

/**
 * Warns that the periods differ in length, for example a current year and a whole one. Differences up to a tenth, as
 * between months, need no warning.
 */
export function unequalPeriods({ shape, query }: SentenceInput): string[] {
  const [pair] = shape.pairs;
  const [baseDays, currentDays] = [daysIn(query?.compare?.base), daysIn(query?.compare?.current)];
  if (!pair || baseDays === null || currentDays === null) return [];
  if (Math.abs(baseDays - currentDays) <= 0.1 * Math.max(baseDays, currentDays)) return [];
  return [
    phrase('unequal_periods', shape.locale, {
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

/** Ranked changes ("improved most"): the first rows in the order of the database, each with both values. */
function rankedChanges(input: SentenceInput, pair: PeriodPair): string {
  const { shape, topic } = input;
  const shown = shape.rows.slice(0, 5);
  const list = shown.map((row) => {
    const change = changeOf(row, pair);
    return change
      ? phrase('changed_name', shape.locale, {
          name: nameOf(input, row),
          baseValue: valueText(input, row, pair.base),
          currentValue: valueText(input, row, pair.current),
        })
      : nameOf(input, row);
  });
  return phrase(shape.rows.length > shown.length ? 'ranking_cut' : 'ranking', shape.locale, {
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

function moveText(input: SentenceInput, pair: PeriodPair, base: number, current: number): string {
  const { locale } = input.shape;
  if (base === current) return phrase('move_none', locale);
  const change = amountText(input, Math.abs(current - base), pair.current);
  const rate = base > 0 ? rateText(input, base, current) : null;
  const up = current > base;
  if (rate === null) return phrase(up ? 'grew_unrated' : 'shrank_unrated', locale, { change });
  return phrase(up ? 'grew' : 'shrank', locale, { change, rate: `${up ? '+' : '−'}${rate}` });
}
