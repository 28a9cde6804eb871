import type { FactColumn } from '@querent/lint';
import { type Locale, type ModelColumn, type SemanticModel, text } from '@querent/model';

/** The model's column; undefined for what the model does not have. */
export function columnOf(model: SemanticModel, at: FactColumn | null | undefined): ModelColumn | undefined {
  if (!at || !Object.hasOwn(model.tables, at.table)) return undefined;
  const columns = model.tables[at.table]?.columns ?? {};
  return Object.hasOwn(columns, at.column) ? columns[at.column] : undefined;
}

/** What a table's rows are called: the entity that it keeps, else its own label; '' without one. */
export function rowsName(model: SemanticModel, table: string, locale: Locale): string {
  const entity = Object.values(model.entities).find(({ sources }) => sources.includes(table));
  return (
    text(entity?.label, locale) || (Object.hasOwn(model.tables, table) ? text(model.tables[table]?.label, locale) : '')
  );
}
