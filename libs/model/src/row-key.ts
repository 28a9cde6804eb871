import type { ModelTable, SemanticModel } from './semantic-model';

/**
 * The columns that identify a table's rows: its primary key, else a unique column or the target of a join that is never
 * NULL. Empty without such columns.
 */
export function rowKey({ joins }: Pick<SemanticModel, 'joins'>, table: ModelTable): readonly string[] {
  if (table.primaryKey.length > 0) return table.primaryKey;
  const unique = Object.values(table.columns).flatMap((column) => (column.unique ? [[column.name]] : []));
  const joined = joins.flatMap(({ to }) => (to.table === table.name ? [to.columns] : []));
  return (
    [...unique, ...joined].find((columns) => columns.every((name) => table.columns[name]?.nullable === false)) ?? []
  );
}
