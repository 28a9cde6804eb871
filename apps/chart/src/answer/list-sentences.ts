import { numberOf } from '../reading/cell-value';
import type { ShapeColumn } from '../reading/result-shape';
import { listed, phrase } from './phrases';
import { lowest, nameOf, valuedRows, valueText, type SentenceInput } from './sentence-input';

const named = 5;

/** Number of rows found, and the names of the first ones with the value they are sorted by. */
export function listSentences(input: SentenceInput): string[] {
  const { shape, topic } = input;
  const { locale, rowCount: count } = shape;
  const labels = nameColumn(input);
  if (labels.length === 0) return [phrase(shape.truncated ? 'truncated' : 'found_unnamed', locale, { topic, count })];
  const sortedBy = sortColumn(input);
  const names = shape.rows.slice(0, named).map((row) => {
    const name = nameOf(input, row, labels);
    return sortedBy && numberOf(row[sortedBy.index]) !== null
      ? phrase('named_value', locale, { name, value: valueText(input, row, sortedBy) })
      : name;
  });
  const list = listed(names, locale);
  if (sortedBy && input.query?.limit != null)
    return [
      phrase(count > names.length ? 'ranking_cut' : 'ranking', locale, { topic, count, list, shown: names.length }),
    ];
  if (shape.truncated) return [phrase('found_truncated', locale, { topic, count, list })];
  const texts = [phrase(count > names.length ? 'found_many' : 'found_few', locale, { topic, count, list })];
  return [...texts, ...nearestSentence(input)];
}

/** Column that names the rows of a list: a name column, or the only column; an attribute does not name a row. */
function nameColumn({ shape }: SentenceInput): ShapeColumn[] {
  const [label] = shape.labels;
  return label && (label.role === 'name' || shape.columns.length === 1) ? [label] : [];
}

function nearestSentence(input: SentenceInput): string[] {
  const { shape } = input;
  if (!shape.distance || nameColumn(input).length === 0) return [];
  const nearest = lowest(valuedRows(input, shape.distance));
  return nearest
    ? [
        phrase('nearest', shape.locale, {
          name: nameOf(input, nearest.row, nameColumn(input)),
          distance: valueText(input, nearest.row, shape.distance),
        }),
      ]
    : [];
}

/** The measure whose values fall or rise monotonically, by which the list is sorted. */
function sortColumn({ shape, query }: SentenceInput): ShapeColumn | undefined {
  // The order of a statement written by a model is unknown, so only its single measure can be the sort column.
  if (query ? query.order.length === 0 : shape.measures.length !== 1) return undefined;
  return shape.measures.find((column) => {
    const values = shape.rows.flatMap((row) => numberOf(row[column.index]) ?? []);
    const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0));
    return values.length > 1 && (steps.every((step) => step <= 0) || steps.every((step) => step >= 0));
  });
}
