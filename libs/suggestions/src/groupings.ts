import type { ColumnRef, Dimension } from '@querent/contracts';
import { labelOf, looksUp, type ModelColumn } from '@querent/model';
import type { Asked } from './asked';
import { singular } from '@querent/language';

/**
 * Dimensions by which the rows of a query can be grouped: those of the subject first, then those of the tables that its
 * rows refer to, and the referenced things themselves (各区县). Columns with nearly unique values, and columns that the
 * query already uses or fixes, are left out.
 */
export function groupings(asked: Asked): Dimension[] {
  const { query, model } = asked;
  const home = query.subject.name;
  const entity = model.entities[home];
  const tables = entity
    ? []
    : [home, ...Object.keys(model.tables).filter((table) => table !== home && looksUp(model.joins, home, table))];
  const all = [...(entity ? fieldsOf(asked) : []), ...tables.flatMap((table) => columnsOf(table, asked))];
  const open = all.filter(({ column, label }) => isNatural(label) && isOpen(column, label, asked));
  return open.filter(({ label }, at) => open.findIndex((other) => other.label === label) === at);
}

/** Limit of things or values that are useful as groups: twenty districts are, three thousand customers are not. */
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

/** Whether a column has few values with several rows each; codes and names identify rows and group nothing. */
function isKind({ unique, category, storedValues, storedValuesComplete }: ModelColumn, rows: number | null): boolean {
  if (unique) return false;
  if (category !== 'text') return true;
  if (!storedValuesComplete || storedValues.length > mostThings) return false;
  return rows === null || rows <= 0 || storedValues.length * 2 <= rows;
}

/** Whether a label is a natural phrase: one with underscores is a column name, and a long one is a description. */
function isNatural(label: string): boolean {
  return label !== '' && !label.includes('_') && label.split(/\s+/).length <= 3 && !/\p{Script=Han}{11}/u.test(label);
}

/** Whether a column is not used by the query and can have several values in its rows. */
function isOpen(column: ColumnRef, label: string, asked: Asked): boolean {
  const { query, model } = asked;
  const same = (other: ColumnRef): boolean => other.table === column.table && other.column === column.column;
  const used = [
    ...query.dimensions.map((dimension) => dimension.column),
    ...query.measures.flatMap(({ what }) => (what.kind === 'aggregate' ? (what.column ?? []) : [])),
  ];
  if (
    used.some(same) ||
    query.filters.some((filter) => 'column' in filter && filter.kind !== 'in' && same(filter.column))
  )
    return false;
  const pinned = query.filters.flatMap((filter) =>
    filter.kind === 'compare' && filter.op === '=' ? [filter.column] : [],
  );
  return !pinned.some((one) => {
    const at = model.entities[one.table]?.fields[one.column] ?? model.tables[one.table]?.columns[one.column];
    // A single named thing has one value in every column, and one city lies in one province.
    return (
      one.table === column.table &&
      at !== undefined &&
      (at.role === 'name' || placeLevel(label) <= placeLevel(labelOf(at, asked.locale)))
    );
  });
}

/** Levels of geographic places, widest first; each lies in one of the preceding level. */
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
