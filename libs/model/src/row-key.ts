import type { ModelTable, SemanticModel } from './semantic-model';

/**
 * The columns that tell a table's rows apart: its primary key, else columns that are unique, or that a join leads to,
 * and are never NULL. Empty where it has none.
 */
export function rowKey({ joins }: Pick<SemanticModel, 'joins'>, table: ModelTable): readonly string[] {
  if (table.primaryKey.length > 0) return table.primaryKey;
  const unique = Object.values(table.columns).flatMap((column) => (column.unique ? [[column.name]] : []));
  const joined = joins.flatMap(({ to }) => (to.table === table.name ? [to.columns] : []));
  return (
    [...unique, ...joined].find((columns) => columns.every((name) => table.columns[name]?.nullable === false)) ?? []
  );
}
