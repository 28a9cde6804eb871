import type { FactColumn, StatementFacts } from '@querent/lint';
import { type Locale, type ModelColumn, type SemanticModel, text } from '@querent/model';

/** What the description of a statement needs: its facts, the model that has the labels, and the language. */
export interface StatementContext {
  facts: StatementFacts;
  model: SemanticModel;
  locale: Locale;
}

/** The model's column; undefined where the model has no such table or column. */
export function columnOf(model: SemanticModel, at: FactColumn | null | undefined): ModelColumn | undefined {
  if (!at || !Object.hasOwn(model.tables, at.table)) return undefined;
  const columns = model.tables[at.table]?.columns ?? {};
  return Object.hasOwn(columns, at.column) ? columns[at.column] : undefined;
}

/** The name of a table's rows: the label of the entity that the table is a source of, else of the table; else ''. */
export function rowsName(model: SemanticModel, table: string, locale: Locale): string {
  const entity = Object.values(model.entities).find(({ sources }) => sources.includes(table));
  return (
    text(entity?.label, locale) || (Object.hasOwn(model.tables, table) ? text(model.tables[table]?.label, locale) : '')
  );
}
