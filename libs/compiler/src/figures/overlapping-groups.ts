import { looksUp } from '@querent/model';
import type { CompileContext } from '../statement/compile-context';
import type { GroupKey } from './group-key';
import type { RowAtom } from './measure-plan';

/**
 * Whether one counted thing may fall into several groups: an order with products of two categories, a customer who
 * orders in two months.
 */
export function groupsOverlap(ctx: CompileContext, atom: RowAtom, keys: readonly GroupKey[]): boolean {
  const { home, distinct, argument } = atom;
  const grouped = [...new Set(keys.map(({ column }) => column.table))];
  if (!distinct) return grouped.some((table) => !looksUp(ctx.model.joins, home, table));
  const counted = argument?.kind === 'column' ? thingOf(ctx, argument) : undefined;
  return counted === undefined || grouped.some((table) => !looksUp(ctx.model.joins, counted, table));
}

/** The table whose rows a key's values are: a customer's for `orders.customer_id`. */
function thingOf({ model }: CompileContext, { table, column }: { table: string; column: string }): string | undefined {
  const isOnly = (columns: readonly string[] | undefined): boolean => columns?.length === 1 && columns[0] === column;
  if (isOnly(model.tables[table]?.primaryKey)) return table;
  return model.joins.findLast(({ from }) => from.table === table && isOnly(from.columns))?.to.table;
}
