import type { Row } from '@querent/contracts';
import { numberOf } from '../reading/cell-value';
import { periodName, type PeriodPair } from '../reading/result-shape';
import { say } from './phrases';
import { amountText, nameOf, rateText, valueText, type Telling } from './telling';

/** Two periods of one total: both values, the difference and the rate. */
export function comparedTotalSentences(telling: Telling): string[] {
  const { shape, topic } = telling;
  const [row] = shape.rows;
  return shape.pairs.flatMap((pair) => {
    const change = row && changeOf(row, pair);
    if (!row || !change) return [say('no_value', shape.locale, { topic })];
    return [say('compared', shape.locale, {
      topic, base: periodName(pair.base), baseValue: valueText(telling, row, pair.base), current: periodName(pair.current), currentValue: valueText(telling, row, pair.current),
      move: moveText(telling, pair, change.base, change.current),
    })];
  });
}

/** Two periods of many groups: how many rose and fell, and which the most. */
export function comparedGroupsSentences(telling: Telling): string[] {
  const { shape, topic } = telling;
  const [pair] = shape.pairs;
  if (!pair) return [];
  const changes = shape.rows.flatMap((row) => changeOf(row, pair) ?? []).sort((a, b) => b.change - a.change);
  if (changes.length === 0) return [say('no_value', shape.locale, { topic })];
  const [up, down] = [changes.filter(({ change }) => change > 0), changes.filter(({ change }) => change < 0)];
  const told = [say('compared_groups', shape.locale, { topic, count: shape.rowCount, up: up.length, down: down.length })];
  const [most, least] = [up[0], down.at(-1)];
  for (const [id, one] of [['most_up', most], ['most_down', least]] as const) {
    if (!one) continue;
    told.push(say(id, shape.locale, { name: nameOf(telling, one.row), baseValue: valueText(telling, one.row, pair.base), currentValue: valueText(telling, one.row, pair.current), move: moveText(telling, pair, one.base, one.current) }));
  }
  return told;
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
