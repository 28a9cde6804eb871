import { valuesOf } from '../drawing/chart-type';
import type { ShapeColumn } from '../reading/result-shape';
import { listed, phrase, sentenceStart } from './phrases';
import {
  highest,
  lowest,
  namedValue,
  totalText,
  valuedRows,
  valueText,
  type SentenceInput,
  type ValuedRow,
} from './sentence-input';

/** Names all groups if there are few, else the highest and lowest; then the total if the measure is additive. */
export function groupSentences(input: SentenceInput): string[] {
  const { shape, topic } = input;
  return valuesOf(shape)
    .slice(0, 2)
    .flatMap((measure, index) => {
      const rows = valuedRows(input, measure);
      const several = valuesOf(shape).length > 1;
      const about = several
        ? index === 0
          ? `${topic}${shape.locale === 'zh' ? '，' : ', '}${measure.label}`
          : sentenceStart(measure.label)
        : topic;
      const texts = [spread(input, measure, rows, about)];
      const missing = shape.rows.length - rows.length;
      if (missing > 0 && rows.length > 0) texts.push(phrase('groups_without_value', shape.locale, { count: missing }));
      const total = totalText(input, measure, index);
      if (total !== null) texts.push(phrase('total', shape.locale, { value: total }));
      return texts;
    });
}

/** A ranking ("top five"), in the order of the database. */
export function rankingSentences(input: SentenceInput): string[] {
  const { shape, topic } = input;
  const ranked = valuesOf(shape)[0];
  if (!ranked) return [];
  const shown = shape.rows.slice(0, 5);
  const list = listed(
    shown.map((row) => namedValue(input, row, ranked)),
    shape.locale,
  );
  return [
    phrase(shape.rows.length > shown.length ? 'ranking_cut' : 'ranking', shape.locale, {
      topic,
      list,
      count: shape.rowCount,
      shown: shown.length,
    }),
  ];
}

/** The largest shares. */
export function shareSentences(input: SentenceInput): string[] {
  const { shape, topic } = input;
  const [share] = shape.shares;
  if (!share) return [];
  const rows = [...valuedRows(input, share)].sort((a, b) => b.value - a.value);
  const [first, ...rest] = rows.slice(0, 3).map(({ row }) => namedValue(input, row, share));
  if (first === undefined) return [phrase('no_value', shape.locale, { topic })];
  const list =
    rest.length === 0 ? first : phrase('shares_next', shape.locale, { first, rest: listed(rest, shape.locale) });
  return [phrase('shares', shape.locale, { topic, list })];
}

function spread(input: SentenceInput, measure: ShapeColumn, rows: readonly ValuedRow[], topic: string): string {
  const { shape } = input;
  const [most, least] = [highest(rows), lowest(rows)];
  if (!most || !least) return phrase('no_value', shape.locale, { topic });
  const count = shape.rowCount;
  if (rows.length <= 3)
    return phrase('few_groups', shape.locale, {
      topic,
      list: listed(
        rows.map(({ row }) => namedValue(input, row, measure)),
        shape.locale,
      ),
    });
  if (most.value === least.value)
    return phrase('all_equal', shape.locale, { topic, count, value: valueText(input, most.row, measure) });
  return phrase('groups', shape.locale, {
    topic,
    count,
    highest: ends(input, measure, rows, most),
    lowest: ends(input, measure, rows, least),
  });
}

/**
 * The row with an extreme value, with up to two others of the same value: one of several equal rows must not be called
 * the highest.
 */
function ends(input: SentenceInput, measure: ShapeColumn, rows: readonly ValuedRow[], end: ValuedRow): string {
  const same = rows.filter(({ value }) => value === end.value);
  return (
    listed(
      same.slice(0, 3).map(({ row }) => namedValue(input, row, measure)),
      input.shape.locale,
    ) + (same.length > 3 ? { zh: '等', en: ' and others' }[input.shape.locale] : '')
  );
}
