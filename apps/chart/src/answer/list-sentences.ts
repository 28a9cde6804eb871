import { numberOf } from '../reading/cell-value';
import type { ShapeColumn } from '../reading/result-shape';
import { listed, say } from './phrases';
import { lowest, nameOf, valuedRows, valueText, type Telling } from './telling';

const named = 5;

/** How many things were found, and the first of them by name, with the value they are sorted by. */
export function listSentences(telling: Telling): string[] {
  const { shape, topic } = telling;
  const { locale, rowCount: count } = shape;
  const labels = nameColumn(telling);
  if (labels.length === 0) return [say(shape.truncated ? 'truncated' : 'found_unnamed', locale, { topic, count })];
  const sortedBy = sortColumn(telling);
  const names = shape.rows.slice(0, named).map((row) => {
    const name = nameOf(telling, row, labels);
    return sortedBy && numberOf(row[sortedBy.index]) !== null
      ? say('named_value', locale, { name, value: valueText(telling, row, sortedBy) })
      : name;
  });
  const list = listed(names, locale);
  if (sortedBy && telling.query?.limit != null)
    return [say(count > names.length ? 'ranking_cut' : 'ranking', locale, { topic, count, list, shown: names.length })];
  if (shape.truncated) return [say('found_truncated', locale, { topic, count, list })];
  const told = [say(count > names.length ? 'found_many' : 'found_few', locale, { topic, count, list })];
  return [...told, ...nearestSentence(telling)];
}

/**
 * What the things of a list are called: their name, or the one column that was asked for; a mere attribute is no name.
 */
function nameColumn({ shape }: Telling): ShapeColumn[] {
  const [label] = shape.labels;
  return label && (label.role === 'name' || shape.columns.length === 1) ? [label] : [];
}

function nearestSentence(telling: Telling): string[] {
  const { shape } = telling;
  if (!shape.distance || nameColumn(telling).length === 0) return [];
  const nearest = lowest(valuedRows(telling, shape.distance));
  return nearest
    ? [
        say('nearest', shape.locale, {
          name: nameOf(telling, nearest.row, nameColumn(telling)),
          distance: valueText(telling, nearest.row, shape.distance),
        }),
      ]
    : [];
}

/** The measure whose values fall or rise all the way: the list is sorted by it. */
function sortColumn({ shape, query }: Telling): ShapeColumn | undefined {
  // What a model's statement is ordered by is not told: its only figure, where the rows follow it.
  if (query ? query.order.length === 0 : shape.measures.length !== 1) return undefined;
  return shape.measures.find((column) => {
    const values = shape.rows.flatMap((row) => numberOf(row[column.index]) ?? []);
    const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0));
    return values.length > 1 && (steps.every((step) => step <= 0) || steps.every((step) => step >= 0));
  });
}
