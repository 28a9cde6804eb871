import type { ColumnRef, Dimension } from '@querent/contracts';
import { labelOf, looksUp, type ModelColumn } from '@querent/model';
import type { Asked } from './asked';
import { singular } from '@querent/language';

/**
 * What the rows of a query can also be grouped by: the subject's own dimensions first, then those of what its rows
 * point to, and the pointed-to things themselves (各区县). What has a value of its own for every other row is no group,
 * and what the query uses or has pinned is left out.
 */
export function groupings(asked: Asked): Dimension[] {
  const { query, model } = asked;
  const home = query.subject.name;
  const entity = model.entities[home];
  const tables = entity
    ? []
    : [home, ...Object.keys(model.tables).filter((table) => table !== home && looksUp(model.joins, home, table))];
  const all = [...(entity ? fieldsOf(asked) : []), ...tables.flatMap((table) => columnsOf(table, asked))];
  const open = all.filter(({ column, label }) => isSaid(label) && tellsApart(column, label, asked));
  return open.filter(({ label }, at) => open.findIndex((other) => other.label === label) === at);
}

/** Twenty districts are groups; three thousand customers are a list. */
const mostThings = 50;

function fieldsOf({ query, model, locale }: Asked): Dimension[] {
  const fields = Object.values(model.entities[query.subject.name]?.fields ?? {}).filter(
    ({ role }) => role === 'dimension',
  );
  return fields.map((field) => ({
    label: labelOf(field, locale),
    column: { table: query.subject.name, column: field.id },
  }));
}

function columnsOf(name: string, { query, model, locale }: Asked): Dimension[] {
  const table = model.tables[name];
  if (!table) return [];
  const columns = Object.values(table.columns);
  const named = columns.find(({ role }) => role === 'name');
  const isThing = name !== query.subject.name && named && table.estimatedRows <= mostThings;
  const thing = isThing
    ? [
        {
          label: locale === 'zh' ? labelOf(table, locale) : singular(labelOf(table, locale)),
          column: { table: name, column: named.name },
        },
      ]
    : [];
  const dimensions = columns.filter(
    (column) =>
      column.role === 'dimension' &&
      !column.isYear &&
      column.category !== 'boolean' &&
      isKind(column, name === query.subject.name ? table.estimatedRows : null),
  );
  return [
    ...thing,
    ...dimensions.map((column) => ({ label: labelOf(column, locale), column: { table: name, column: column.name } })),
  ];
}

/** Few values, each of several rows: codes and capitals tell rows apart, but group none. */
function isKind({ unique, category, storedValues, storedValuesComplete }: ModelColumn, rows: number | null): boolean {
  if (unique) return false;
  if (category !== 'text') return true;
  if (!storedValuesComplete || storedValues.length > mostThings) return false;
  return rows === null || rows <= 0 || storedValues.length * 2 <= rows;
}

/**
 * A label with underscores is the name of a column, and a long one its description; neither is what anyone calls it.
 */
function isSaid(label: string): boolean {
  return label !== '' && !label.includes('_') && label.split(/\s+/).length <= 3 && !/\p{Script=Han}{11}/u.test(label);
}

/** Not used yet, and not the same for all rows that are left. */
function tellsApart(column: ColumnRef, label: string, asked: Asked): boolean {
  const { query, model } = asked;
  const same = (other: ColumnRef): boolean => other.table === column.table && other.column === column.column;
  const told = [
    ...query.dimensions.map((dimension) => dimension.column),
    ...query.measures.flatMap(({ what }) => (what.kind === 'aggregate' ? (what.column ?? []) : [])),
  ];
  if (
    told.some(same) ||
    query.filters.some((filter) => 'column' in filter && filter.kind !== 'in' && same(filter.column))
  )
    return false;
  const pinned = query.filters.flatMap((filter) =>
    filter.kind === 'compare' && filter.op === '=' ? [filter.column] : [],
  );
  return !pinned.some((one) => {
    const at = model.entities[one.table]?.fields[one.column] ?? model.tables[one.table]?.columns[one.column];
    // One named thing has one of everything; one city is in one province.
    return (
      one.table === column.table &&
      at !== undefined &&
      (at.role === 'name' || placeLevel(label) <= placeLevel(labelOf(at, asked.locale)))
    );
  });
}

/** Kinds of places from the widest; each lies in one of those before it. */
const placeLevels: readonly RegExp[] = [
  /国家|country/i,
  /省|province|state\b/i,
  /市|city|town/i,
  /区|县|district|county/i,
];

function placeLevel(label: string): number {
  const level = placeLevels.findIndex((words) => words.test(label));
  return level < 0 ? Number.NaN : level;
}
