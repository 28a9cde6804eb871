import type { Dimension } from '@querent/contracts';
import type { ModelColumn } from '../model/semantic-model';
import type { CompileContext } from './compile-context';
import { isNamedTextType } from './column-value';
import { CompileError } from './compile-error';
import { quoteIdentifier } from './quoting';
import type { Scope } from './scope';
import { civilDateSql, grainSql, timeKindOf } from './time-sql';

/** What rows are grouped by: shown keys `k1…`, and hidden ones `h1…` that keep namesakes apart. */
export interface GroupKey {
  alias: string;
  column: ModelColumn;
  shown: boolean;
  sql(scope: Scope): string;
}

/** The keys of a query's dimensions. A name is not an identity: two customers called 王伟 stay two groups. */
export function groupKeys(ctx: CompileContext, dimensions: readonly Dimension[]): GroupKey[] {
  const shown = dimensions.map((dimension, index): GroupKey => {
    const column = ctx.column(dimension.column);
    if (['geometry', 'json', 'array'].includes(column.category)) throw new CompileError('bad_type', `rows cannot be grouped by "${column.table}.${column.name}" (${column.type})`);
    return { alias: `k${index + 1}`, column, shown: true, sql: (scope) => keySql(scope, dimension) };
  });
  const named = [...new Set(shown.filter(({ column }) => column.role === 'name' && !column.unique).map(({ column }) => column.table))];
  const hidden = named
    .flatMap((table) => ctx.table(table).primaryKey.map((name) => ({ table, column: name })))
    .filter((ref) => !shown.some(({ column }) => column.table === ref.table && column.name === ref.column));
  return [
    ...shown,
    ...hidden.map((ref, index): GroupKey => ({
      alias: `h${index + 1}`,
      column: ctx.column(ref),
      shown: false,
      sql: (scope) => `${scope.aliasOf(ref.table)}.${quoteIdentifier(ref.column)}`,
    })),
  ];
}

function keySql(scope: Scope, dimension: Dimension): string {
  const { column, raw, value } = scope.column(dimension.column);
  if (dimension.grain) return grainSql(scope.ctx, column, raw, dimension.grain);
  const kind = timeKindOf(column);
  if (kind && kind !== 'year') return civilDateSql(scope.ctx, column, raw);
  return isNamedTextType(column) || column.category === 'other' ? `${value}::text` : value;
}
