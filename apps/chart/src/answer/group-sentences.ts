import { valuesOf } from '../drawing/chart-type';
import type { ShapeColumn } from '../reading/result-shape';
import { listed, say, sentenceStart } from './phrases';
import { highest, lowest, namedValue, totalText, valuedRows, valueText, type Telling, type Told } from './telling';

/** Groups named all when there are few, else the two ends; then the total where a sum means something. */
export function groupSentences(telling: Telling): string[] {
  const { shape, topic } = telling;
  return valuesOf(shape)
    .slice(0, 2)
    .flatMap((measure, index) => {
      const rows = valuedRows(telling, measure);
      const several = valuesOf(shape).length > 1;
      const about = several
        ? index === 0
          ? `${topic}${shape.locale === 'zh' ? '，' : ', '}${measure.label}`
          : sentenceStart(measure.label)
        : topic;
      const told = [spread(telling, measure, rows, about)];
      const missing = shape.rows.length - rows.length;
      if (missing > 0 && rows.length > 0) told.push(say('groups_without_value', shape.locale, { count: missing }));
      const total = totalText(telling, measure, index);
      if (total !== null) told.push(say('total', shape.locale, { value: total }));
      return told;
    });
}

/** "Top five": in the order of the database. */
export function rankingSentences(telling: Telling): string[] {
  const { shape, topic } = telling;
  const ranked = valuesOf(shape)[0];
  if (!ranked) return [];
  const shown = shape.rows.slice(0, 5);
  const list = listed(
    shown.map((row) => namedValue(telling, row, ranked)),
    shape.locale,
  );
  return [
    say(shape.rows.length > shown.length ? 'ranking_cut' : 'ranking', shape.locale, {
      topic,
      list,
      count: shape.rowCount,
      shown: shown.length,
    }),
  ];
}

/** The largest parts of the whole. */
export function shareSentences(telling: Telling): string[] {
  const { shape, topic } = telling;
  const [share] = shape.shares;
  if (!share) return [];
  const rows = [...valuedRows(telling, share)].sort((a, b) => b.value - a.value);
  const [first, ...rest] = rows.slice(0, 3).map(({ row }) => namedValue(telling, row, share));
  if (first === undefined) return [say('no_value', shape.locale, { topic })];
  const list =
    rest.length === 0 ? first : say('shares_next', shape.locale, { first, rest: listed(rest, shape.locale) });
  return [say('shares', shape.locale, { topic, list })];
}

function spread(telling: Telling, measure: ShapeColumn, rows: readonly Told[], topic: string): string {
  const { shape } = telling;
  const [most, least] = [highest(rows), lowest(rows)];
  if (!most || !least) return say('no_value', shape.locale, { topic });
  const count = shape.rowCount;
  if (rows.length <= 3)
    return say('few_groups', shape.locale, {
      topic,
      list: listed(
        rows.map(({ row }) => namedValue(telling, row, measure)),
        shape.locale,
      ),
    });
  if (most.value === least.value)
    return say('all_equal', shape.locale, { topic, count, value: valueText(telling, most.row, measure) });
  return say('groups', shape.locale, {
    topic,
    count,
    highest: ends(telling, measure, rows, most),
    lowest: ends(telling, measure, rows, least),
  });
}

/** The row at an end, with up to two others of the same value: one of several firsts is not the first. */
function ends(telling: Telling, measure: ShapeColumn, rows: readonly Told[], end: Told): string {
  const same = rows.filter(({ value }) => value === end.value);
  return (
    listed(
      same.slice(0, 3).map(({ row }) => namedValue(telling, row, measure)),
      telling.shape.locale,
    ) + (same.length > 3 ? { zh: '等', en: ' and others' }[telling.shape.locale] : '')
  );
}
