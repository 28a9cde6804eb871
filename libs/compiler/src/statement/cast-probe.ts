import type { CompiledQuery, Filter, SemanticQuery } from '@querent/contracts';
import { type ModelColumn, text } from '@querent/model';
import { usedParameters } from './bound-parameters';
import { rawColumn } from '../rows/column-value';
import type { CompileContext } from './compile-context';
import { CompileError } from './compile-error';
import { conditionsSql } from '../conditions/condition-sql';
import { nearCondition } from '../conditions/near-sql';
import { filterColumns } from '../rows/query-columns';
import { readableCondition } from '../rows/safe-cast';
import { Scope } from './scope';

type Probe = CompiledQuery['probes'][number];

/**
 * A statement that counts the values of a column that its cast could not read, among the rows of the question. Filters
 * on the column itself are omitted, because no unreadable value satisfies them; so are filters that the column's table
 * cannot reach.
 */
export function castProbe(ctx: CompileContext, query: SemanticQuery, column: ModelColumn): Probe {
  const scope = new Scope(ctx, column.table);
  const asked = { anchor: ctx.table(query.subject.name).name, filters: query.filters, near: query.near };
  const own = (filter: Filter) => filterColumns(ctx.model, filter).some((ref) => isSame(ctx.column(ref), column));
  const conditions = query.filters
    .filter((filter) => !own(filter))
    .flatMap((filter) => reachable(() => conditionsSql(scope, [filter], asked)));
  const near = reachable(() => nearCondition(scope, query.near));
  const raw = rawColumn(scope.alias, column);
  const unread = [`${raw} IS NOT NULL`, `btrim(${raw}) <> ''`, `NOT (${readableCondition(column, raw)})`];
  const select = `SELECT count(*) AS c1\nFROM ${scope.fromSql()}\nWHERE ${[...conditions, ...near, ...unread].join('\n  AND ')}`;
  const withSql = ctx.withClauses.length > 0 ? `WITH ${ctx.withClauses.join(', ')}\n` : '';
  return {
    id: 'skipped_values',
    label: text(column.label, ctx.options.locale) || column.name,
    ...usedParameters(withSql + select, ctx.params.values),
  };
}

const isSame = (a: ModelColumn, b: ModelColumn): boolean => a.table === b.table && a.name === b.name;

function reachable(conditions: () => string[]): string[] {
  try {
    return conditions();
  } catch (error) {
    if (error instanceof CompileError) return [];
    throw error;
  }
}
