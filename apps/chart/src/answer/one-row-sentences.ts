import type { Row } from '@querent/contracts';
import { sameScale, type ShapeColumn } from '../reading/result-shape';
import { cellText } from '../reading/cell-text';
import { numberOf } from '../reading/cell-value';
import { valuesOf } from '../drawing/chart-type';
import { listed, phrase } from './phrases';
import { nameOf, valueText, type SentenceInput } from './sentence-input';

/** "How many" questions: their topic is a noun, for which 共有 reads better than 为. */
const howMany = /(?:(?:总共|一共)?有(?:多少|几)|(?:共有?)?多少)(?:个|家|名|位|条|所|座|件|种|台|人|单|笔|次)?$/;

/** Answer with one number. */
export function numberSentences(input: SentenceInput): string[] {
  const { shape, topic, query } = input;
  const [row] = shape.rows;
  const [column] = valuesOf(shape);
  if (!row || !column || numberOf(row[column.index]) === null) return [phrase('no_value', shape.locale, { topic })];
  if (query === null) return [askedNumber(input, row, column)];
  const asked = howMany.exec(topic);
  if (shape.locale === 'zh' && asked)
    return [phrase('number_of', 'zh', { topic: topic.slice(0, asked.index), value: valueText(input, row, column) })];
  return [phrase('number', shape.locale, { topic, value: valueText(input, row, column) })];
}

/** Endings of nouns that denote a figure, so that 为 and a value can follow. */
const figureNoun = /(?:数量|总数|个数|人数|次数|[^\p{P}\s]数|总?额|总?量|[率价分值]|占比|比例)$/u;

/** Generated column headings without meaning. */
const unnamed = /^(?:结果|result )\d+$/;

/**
 * A topic in the asker's own words may be a whole sentence, so no verb may follow it; the column's label is added in
 * parentheses.
 */
function askedNumber(input: SentenceInput, row: Row, column: ShapeColumn): string {
  const { shape, topic } = input;
  const value = valueText(input, row, column);
  if (shape.locale === 'zh' && figureNoun.test(topic)) return phrase('number', 'zh', { topic, value });
  const isNamed = unnamed.test(column.label) || topic.toLowerCase().includes(column.label.toLowerCase());
  return phrase(isNamed ? 'number_asked' : 'number_labelled', shape.locale, { topic, value, label: column.label });
}

/** Several measures in one row: each with its value, then the highest and lowest if they share a unit. */
export function valuesOfOneSentences(input: SentenceInput): string[] {
  const { shape, topic } = input;
  const [row] = shape.rows;
  const columns = valuesOf(shape);
  if (!row) return [];
  const values = columns.map((column) =>
    phrase('label_value', shape.locale, { label: column.label, value: valueText(input, row, column) }),
  );
  const texts = [phrase('values_of_one', shape.locale, { topic, values: listed(values, shape.locale) })];
  const known = columns
    .filter((column) => numberOf(row[column.index]) !== null)
    .sort((a, b) => (numberOf(row[b.index]) ?? 0) - (numberOf(row[a.index]) ?? 0));
  const [most, least] = [known[0], known.at(-1)];
  const comparable = known.length > 2 && most && least && known.every((column) => sameScale(column, most));
  if (comparable && row[most.index] !== row[least.index])
    texts.push(phrase('extremes_of_one', shape.locale, { highest: most.label, lowest: least.label }));
  return texts;
}

/** A single row, for example of a "which is the highest" question: its name, then its other values. */
export function firstOfAllSentences(input: SentenceInput): string[] {
  const { shape, topic, query } = input;
  const [row] = shape.rows;
  if (!row) return [];
  const [only, ...more] = shape.columns;
  if (query === null && only && more.length === 0)
    return [phrase('number_asked', shape.locale, { topic, value: valueText(input, row, only) })];
  const [name, ...others] = [...(shape.time ? [shape.time] : []), ...shape.labels];
  const shown = [...others, ...shape.measures, ...shape.shares, ...(shape.distance ? [shape.distance] : [])].filter(
    (column) => row[column.index] !== null,
  );
  const values = shown.map((column) =>
    phrase('label_value', shape.locale, {
      label: column.label,
      value: cellText(row[column.index], column, shape.locale),
    }),
  );
  if (!name) return [phrase('found_unnamed', shape.locale, { topic, count: 1 })];
  if (values.length === 0) return [phrase('found_one', shape.locale, { topic, name: nameOf(input, row, [name]) })];
  return [
    phrase('first_of_all', shape.locale, {
      topic,
      name: nameOf(input, row, [name]),
      values: listed(values, shape.locale),
    }),
  ];
}
