import type { Row } from '@querent/contracts';
import { sameScale, type ShapeColumn } from '../reading/result-shape';
import { cellText } from '../reading/cell-text';
import { numberOf } from '../reading/cell-value';
import { valuesOf } from '../drawing/chart-type';
import { listed, say } from './phrases';
import { nameOf, valueText, type Telling } from './telling';

/** Questions how many: the topic then is a thing, and 共有 reads better than 为. */
const howMany = /(?:(?:总共|一共)?有(?:多少|几)|(?:共有?)?多少)(?:个|家|名|位|条|所|座|件|种|台|人|单|笔|次)?$/;

/** One number. */
export function numberSentences(telling: Telling): string[] {
  const { shape, topic, query } = telling;
  const [row] = shape.rows;
  const [column] = valuesOf(shape);
  if (!row || !column || numberOf(row[column.index]) === null) return [say('no_value', shape.locale, { topic })];
  if (query === null) return [askedNumber(telling, row, column)];
  const asked = howMany.exec(topic);
  if (shape.locale === 'zh' && asked)
    return [say('number_of', 'zh', { topic: topic.slice(0, asked.index), value: valueText(telling, row, column) })];
  return [say('number', shape.locale, { topic, value: valueText(telling, row, column) })];
}

/** What a value can be said of. */
const figureNoun = /(?:数量|总数|个数|人数|次数|[^\p{P}\s]数|总?额|总?量|[率价分值]|占比|比例)$/u;

/** Headings that say nothing. */
const unnamed = /^(?:结果|result )\d+$/;

/**
 * A topic in the asker's own words may be a whole sentence, so no verb follows on it; what was counted is named beside.
 */
function askedNumber(telling: Telling, row: Row, column: ShapeColumn): string {
  const { shape, topic } = telling;
  const value = valueText(telling, row, column);
  if (shape.locale === 'zh' && figureNoun.test(topic)) return say('number', 'zh', { topic, value });
  const isSaid = unnamed.test(column.label) || topic.toLowerCase().includes(column.label.toLowerCase());
  return say(isSaid ? 'number_asked' : 'number_labelled', shape.locale, { topic, value, label: column.label });
}

/** Several measures of one thing: each with its value, then which is highest and lowest where they share a scale. */
export function valuesOfOneSentences(telling: Telling): string[] {
  const { shape, topic } = telling;
  const [row] = shape.rows;
  const columns = valuesOf(shape);
  if (!row) return [];
  const values = columns.map((column) =>
    say('label_value', shape.locale, { label: column.label, value: valueText(telling, row, column) }),
  );
  const told = [say('values_of_one', shape.locale, { topic, values: listed(values, shape.locale) })];
  const known = columns
    .filter((column) => numberOf(row[column.index]) !== null)
    .sort((a, b) => (numberOf(row[b.index]) ?? 0) - (numberOf(row[a.index]) ?? 0));
  const [most, least] = [known[0], known.at(-1)];
  const comparable = known.length > 2 && most && least && known.every((column) => sameScale(column, most));
  if (comparable && row[most.index] !== row[least.index])
    told.push(say('extremes_of_one', shape.locale, { highest: most.label, lowest: least.label }));
  return told;
}

/** The one row that an extreme or a narrow question leaves: its name, then what is known of it. */
export function firstOfAllSentences(telling: Telling): string[] {
  const { shape, topic, query } = telling;
  const [row] = shape.rows;
  if (!row) return [];
  const [only, ...more] = shape.columns;
  if (query === null && only && more.length === 0)
    return [say('number_asked', shape.locale, { topic, value: valueText(telling, row, only) })];
  const [name, ...others] = [...(shape.time ? [shape.time] : []), ...shape.labels];
  const told = [...others, ...shape.measures, ...shape.shares, ...(shape.distance ? [shape.distance] : [])].filter(
    (column) => row[column.index] !== null,
  );
  const values = told.map((column) =>
    say('label_value', shape.locale, { label: column.label, value: cellText(row[column.index], column, shape.locale) }),
  );
  if (!name) return [say('found_unnamed', shape.locale, { topic, count: 1 })];
  if (values.length === 0) return [say('found_one', shape.locale, { topic, name: nameOf(telling, row, [name]) })];
  return [
    say('first_of_all', shape.locale, {
      topic,
      name: nameOf(telling, row, [name]),
      values: listed(values, shape.locale),
    }),
  ];
}
