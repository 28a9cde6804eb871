import {
  conditionsIn,
  conditionsOfOthers,
  conditionsWithin,
  type ColumnRef,
  type Doubt,
  type Filter,
  type Locale,
  type Scalar,
  type SemanticQuery,
} from '@querent/contracts';
import { labelOf, type ModelColumn, type SemanticModel } from '@querent/model';

/**
 * Values in conditions of the query that no row of the database has, for columns whose stored values are all known.
 * Such a condition finds no rows, and a total over it is empty. A condition that excludes an unknown value has no
 * effect, so it is no sign.
 */
export function unknownValues(query: SemanticQuery | null, model: SemanticModel | null, locale: Locale): Doubt[] {
  if (query === null || model === null) return [];
  return conditionsOf(query)
    .flatMap((filter) => wantedOf(filter))
    .flatMap(({ column, value, isMet }) => {
      const columns = columnsOf(column, model);
      const known = columns.length > 0 && columns.every(isKnown);
      if (!known || columns.some((one) => one.storedValues.some((stored) => isMet(stored, one)))) return [];
      return [{ sign: 'unknown_value' as const, about: aboutOf(column, columns, value, model, locale) }];
    });
}

interface Wanted {
  column: ColumnRef;
  value: Scalar;
  isMet: (stored: string, column: ModelColumn) => boolean;
}

/** All conditions that the answer depends on, including those of single measures. */
function conditionsOf({ filters, measures, having }: SemanticQuery): Filter[] {
  return [
    ...filters,
    ...[...measures, ...having.map(({ measure }) => measure)].flatMap(conditionsIn),
    ...conditionsOfOthers({ having }),
  ];
}

/** Values that a condition searches for; none for a condition that excludes. */
function wantedOf(filter: Filter): Wanted[] {
  switch (filter.kind) {
    case 'compare':
      return filter.op === '=' ? [wanted(filter.column, filter.value)] : [];
    case 'in':
      return filter.negated ? [] : filter.values.map((value) => wanted(filter.column, value));
    case 'text':
      return filter.negated
        ? []
        : [
            {
              column: filter.column,
              value: filter.value,
              isMet: (stored) => stored.toLowerCase().includes(filter.value.toLowerCase()),
            },
          ];
    case 'or':
      return filter.filters.flatMap(wantedOf);
    case 'exists':
      return filter.negated ? [] : filter.filters.flatMap(wantedOf);
    case 'bound':
    case 'compare_aggregate':
      return conditionsWithin(filter).flatMap(wantedOf);
    default:
      return [];
  }
}

const wanted = (column: ColumnRef, value: Scalar): Wanted => ({
  column,
  value,
  // In a column of years, 2025 matches the stored text "2025年".
  isMet: (stored, { isYear }) =>
    isYear ? /\d{4}/.exec(stored)?.[0] === /\d{4}/.exec(String(value))?.[0] : stored.trim() === String(value).trim(),
});

/** The column itself, or the columns behind a field of an entity. */
function columnsOf({ table, column }: ColumnRef, model: SemanticModel): ModelColumn[] {
  const sources = model.entities[table]?.fields[column]?.columns ?? [{ table, column }];
  return sources.flatMap((source) => model.tables[source.table]?.columns[source.column] ?? []);
}

/**
 * Whether all values are known and comparable: numbers and timestamps have several spellings, so only texts qualify.
 */
const isKnown = ({ category, cast, isYear, storedValues, storedValuesComplete }: ModelColumn): boolean =>
  storedValuesComplete && storedValues.length > 0 && (isYear || (category === 'text' && cast === undefined));

/** `客户类型“黑金”` / `customer type “Black”`. */
function aboutOf(
  { table, column }: ColumnRef,
  columns: readonly ModelColumn[],
  value: Scalar,
  model: SemanticModel,
  locale: Locale,
): string {
  const labelled = model.entities[table]?.fields[column] ?? columns[0];
  const name =
    columns.map((one) => one.values[String(value)]?.[locale][0]).find((one) => one !== undefined) ?? String(value);
  const label = labelled === undefined ? '' : labelOf(labelled, locale);
  return label === '' ? name : `${label}${locale === 'zh' ? '' : ' '}“${name}”`;
}
