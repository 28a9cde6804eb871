import type { Locale, SemanticQuery } from '@querent/contracts';
import { labelOf, looksUp, type SemanticModel } from '@querent/semantic';

/**
 * What the rows of a query can also be grouped by, in business words: the subject's own dimensions
 * first, then those of what its rows point to, and the pointed-to things themselves (各区县). What
 * the query already uses is left out.
 */
export function groupingLabels(query: SemanticQuery, model: SemanticModel, locale: Locale): string[] {
  const used = new Set([
    ...query.dimensions.map(({ column }) => `${column.table}.${column.column}`),
    ...query.filters.flatMap((filter) => ('column' in filter ? [`${filter.column.table}.${filter.column.column}`] : [])),
  ]);
  const entity = model.entities[query.subject.name];
  if (entity) {
    const fields = Object.values(entity.fields).filter(({ id, role }) => role === 'dimension' && !used.has(`${entity.id}.${id}`));
    return fields.map((field) => labelOf(field, locale)).filter((label) => label !== '');
  }
  const home = query.subject.name;
  const pointedTo = Object.keys(model.tables).filter((table) => table !== home && looksUp(model.joins, home, table));
  const labels = [home, ...pointedTo].flatMap((table) => dimensionLabels(model, table, table !== home, used, locale));
  return [...new Set(labels)].filter((label) => label !== '');
}

/** Twenty districts are groups; three thousand customers are a list. */
const mostThings = 50;

function dimensionLabels(model: SemanticModel, name: string, asThing: boolean, used: ReadonlySet<string>, locale: Locale): string[] {
  const table = model.tables[name];
  if (!table) return [];
  const columns = Object.values(table.columns).filter((column) => !used.has(`${name}.${column.name}`));
  const thing = asThing && table.estimatedRows <= mostThings && columns.some(({ role }) => role === 'name') ? [labelOf(table, locale)] : [];
  return [...thing, ...columns.filter(({ role, isYear }) => role === 'dimension' && !isYear).map((column) => labelOf(column, locale))];
}
