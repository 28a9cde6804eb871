import type { Locale } from '@querent/contracts';
import { labelOf, type ModelColumn, type ModelTable } from '@querent/model';
import { fragment, type Fragment } from './prompt-part';
import { NAME_LENGTH, readAs } from './schema-fragments';
import { oneLine } from './untrusted-text';

/** Detail levels of a table in a JSON schema; each level omits more than the previous one. */
export const DETAIL_LEVELS = ['whole', 'without values', 'without descriptions', 'keys and named columns'] as const;
export type DetailLevel = (typeof DETAIL_LEVELS)[number];

const cache = new WeakMap<ModelTable, Map<string, Fragment>>();

/** A table as one JSON object. `keep` selects the columns of the last level; the other levels are cached. */
export function tableJson(
  table: ModelTable,
  locale: Locale,
  level: DetailLevel,
  keep: (column: ModelColumn) => boolean,
): Fragment {
  if (level === 'keys and named columns')
    return fragment(JSON.stringify(tableObject(table, locale, level, Object.values(table.columns).filter(keep))));
  const known = cache.get(table) ?? new Map<string, Fragment>();
  cache.set(table, known);
  const made =
    known.get(`${locale} ${level}`) ??
    fragment(JSON.stringify(tableObject(table, locale, level, Object.values(table.columns))));
  known.set(`${locale} ${level}`, made);
  return made;
}

const DESCRIPTION_LENGTH = 240;
const VALUE_LENGTH = 60;
const VALUES_SHOWN = 20;

function tableObject(table: ModelTable, locale: Locale, level: DetailLevel, columns: ModelColumn[]): object {
  return {
    name: oneLine(table.name, NAME_LENGTH),
    label: oneLine(labelOf(table, locale, table.name), NAME_LENGTH),
    ...describedAt(level, table, locale),
    primary_key: table.primaryKey.map((column) => oneLine(column, NAME_LENGTH)),
    columns: columns.map((column) => columnObject(column, locale, level)),
  };
}

function columnObject(column: ModelColumn, locale: Locale, level: DetailLevel): object {
  const unit = column.unit?.[locale] ?? column.unit?.zh ?? column.unit?.en;
  const values = Object.keys(column.values).slice(0, VALUES_SHOWN);
  return {
    name: oneLine(column.name, NAME_LENGTH),
    type: oneLine(column.type, NAME_LENGTH),
    label: oneLine(labelOf(column, locale, column.name), NAME_LENGTH),
    ...(unit !== undefined && { unit: oneLine(unit, NAME_LENGTH) }),
    ...(column.cast !== undefined && { read_as: readAs(column) }),
    ...describedAt(level, column, locale),
    ...(level === 'whole' && values.length > 0 && { values: values.map((value) => oneLine(value, VALUE_LENGTH)) }),
  };
}

function describedAt(level: DetailLevel, { description }: Pick<ModelTable, 'description'>, locale: Locale): object {
  const text = description?.[locale] ?? description?.zh ?? description?.en ?? '';
  return text === '' || (level !== 'whole' && level !== 'without values')
    ? {}
    : { description: oneLine(text, DESCRIPTION_LENGTH) };
}
