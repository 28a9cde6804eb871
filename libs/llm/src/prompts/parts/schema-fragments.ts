import type { Locale } from '@querent/contracts';
import { labelOf, type ModelColumn, type ModelTable, type SemanticModel } from '@querent/model';
import { fragment, type Fragment } from './prompt-part';
import { sqlColumn, sqlName, sqlText } from './sql-name';
import { oneLine, quoted } from './untrusted-text';

/** A table as a prompt shows it, in pieces that can be dropped one by one. Names are spelt as PostgreSQL reads them. */
export interface TableFragments {
  head: Fragment;
  description: Fragment | null;
  columns: { name: string; head: Fragment; description: Fragment | null; values: Fragment | null }[];
}

const cache = new WeakMap<ModelTable, Partial<Record<Locale, TableFragments>>>();

/** Cached per table and language, since nothing depends on a run. */
export function tableFragments(table: ModelTable, locale: Locale): TableFragments {
  const known = cache.get(table) ?? {};
  const made = known[locale] ?? {
    head: fragment(tableLine(table, locale)),
    description: described(table, locale),
    columns: Object.values(table.columns).map((column) => ({
      name: column.name,
      head: fragment(columnLine(column, table, locale)),
      description: described(column, locale),
      values: valuesOf(column, locale),
    })),
  };
  cache.set(table, { ...known, [locale]: made });
  return made;
}

/** Longest text taken from a database or a file, in characters. */
export const NAME_LENGTH = 120;
const DESCRIPTION_LENGTH = 240;
const VALUE_LENGTH = 60;
/** Maximum values of a column in a prompt. */
const VALUES_SHOWN = 30;

function tableLine(table: ModelTable, locale: Locale): string {
  const rows = table.estimatedRows > 0 ? `; about ${Math.round(table.estimatedRows)} rows` : '';
  const key = table.primaryKey.length > 0 ? `; key (${table.primaryKey.map(name).join(', ')})` : '';
  const time =
    table.defaultTime === undefined
      ? ''
      : `; a time range without further words is about ${oneLine(table.defaultTime, NAME_LENGTH)}`;
  return `\ntable ${name(table.name)} -- ${label(table, locale, table.name)}${rows}${key}${time}`;
}

function columnLine(column: ModelColumn, table: ModelTable, locale: Locale): string {
  const unit = column.unit?.[locale] ?? column.unit?.zh ?? column.unit?.en;
  const notes = [
    label(column, locale, column.name),
    unit === undefined ? '' : `unit ${oneLine(unit, NAME_LENGTH)}`,
    column.unique && !table.primaryKey.includes(column.name) ? 'unique' : '',
    column.isYear ? 'holds a year' : '',
    column.cast === undefined ? '' : `read as ${readAs(column)}`,
  ];
  return `\n  ${name(column.name)} ${oneLine(column.type, NAME_LENGTH)}${column.nullable ? '' : ' not null'} -- ${notes.filter((note) => note !== '').join('; ')}`;
}

/** A safe cast of a text column that only sometimes holds numbers or dates. */
export function readAs(column: ModelColumn): string {
  const { cast } = column;
  const read = oneLine(sqlColumn(column.table, column.name), NAME_LENGTH);
  return cast === undefined
    ? read
    : `CASE WHEN ${read} ~ ${oneLine(sqlText(cast.when), DESCRIPTION_LENGTH)} THEN ${read}::${oneLine(cast.to, NAME_LENGTH)} END`;
}

function described(thing: Pick<ModelTable, 'description'>, locale: Locale): Fragment | null {
  const text = thing.description?.[locale] ?? thing.description?.zh ?? thing.description?.en ?? '';
  return text === '' ? null : fragment(`; ${oneLine(text, DESCRIPTION_LENGTH)}`);
}

/**
 * Values that the model file lists, with their names. Other stored values stay out of prompts: values are data, and a
 * prompt contains only those that the question names (hints) or an exploration requested.
 */
function valuesOf(column: ModelColumn, locale: Locale): Fragment | null {
  const listed = Object.entries(column.values).map(([value, words]) => {
    const other = words[locale].concat(words[locale === 'zh' ? 'en' : 'zh']).find((word) => word !== value);
    return quoted(value, VALUE_LENGTH) + (other === undefined ? '' : ` (${oneLine(other, VALUE_LENGTH)})`);
  });
  if (listed.length === 0) return null;
  const others =
    listed.length > VALUES_SHOWN || column.storedValues.some((value) => column.values[value] === undefined)
      ? ', others'
      : '';
  return fragment(`; values: ${listed.slice(0, VALUES_SHOWN).join(', ')}${others}`);
}

const name = (physical: string): string => oneLine(sqlName(physical), NAME_LENGTH);
const label = (thing: Parameters<typeof labelOf>[0], locale: Locale, fallback: string): string =>
  oneLine(labelOf(thing, locale, fallback), NAME_LENGTH);

/** Columns that joins, entities and required filters read, as `table.column`. */
export function bindingColumns(model: SemanticModel): ReadonlySet<string> {
  const known = binding.get(model);
  if (known !== undefined) return known;
  const found = new Set([
    ...model.joins.flatMap(({ from, to }) =>
      [from, to].flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)),
    ),
    ...Object.values(model.tables).flatMap(({ name: table, primaryKey }) =>
      primaryKey.map((column) => `${table}.${column}`),
    ),
    ...Object.values(model.filters).map(({ column }) => `${column.table}.${column.column}`),
    ...Object.values(model.tables)
      .flatMap(({ name: table, columns }) => Object.keys(columns).map((column) => `${table}.${column}`))
      .filter((column) => spelledInMatch(column, model)),
  ]);
  binding.set(model, found);
  return found;
}

const binding = new WeakMap<SemanticModel, ReadonlySet<string>>();

const spelledInMatch = (column: string, model: SemanticModel): boolean =>
  Object.values(model.entities).some(({ match }) => match.replaceAll('"', '').includes(column));
