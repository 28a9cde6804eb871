import { comparedColumns, type Filter } from '@querent/contracts';
import { parseExpression, tablesOf } from '@querent/model';
import type { CompileContext } from './compile-context';
import { CompileError } from './compile-error';

/** The tables that a filter reads. An `exists` counts as its anchor, a `bound` as its thing. */
export function tablesRead(ctx: CompileContext, filter: Filter, anchor: string): string[] {
  switch (filter.kind) {
    case 'or':
      return [...new Set(filter.filters.flatMap((branch) => tablesRead(ctx, branch, anchor)))];
    case 'exists':
      return [ctx.tableName(anchor)];
    case 'bound':
      return [ctx.table(filter.thing).name];
    case 'term':
      return [filter.role ?? termTable(ctx, filter.id)];
    default:
      return [...new Set(comparedColumns(filter).map((ref) => ctx.column(ref).table))];
  }
}

function termTable(ctx: CompileContext, id: string): string {
  const term = Object.hasOwn(ctx.model.terms, id) ? ctx.model.terms[id] : undefined;
  if (!term?.filter) throw new CompileError('unknown_term', `the model has no fixed filter for the term "${id}"`);
  const read = new Set(tablesOf(parseExpression(term.filter)).map((table) => ctx.tableName(table)));
  const home = term.table === undefined ? undefined : ctx.tableName(term.table);
  const [table] = home !== undefined && read.has(home) ? [home] : [...read];
  if (table === undefined) throw new CompileError('unknown_term', `the filter of the term "${id}" has no column`);
  return table;
}
