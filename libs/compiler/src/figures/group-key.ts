import type { Grouping } from '@querent/contracts';
import { looksUp, type ModelColumn, rowKey } from '@querent/model';
import type { CompileContext } from '../statement/compile-context';
import { isNamedTextType, shownValue } from '../rows/column-value';
import { CompileError } from '../statement/compile-error';
import type { RowAtom } from './measure-plan';
import { quoteIdentifier } from '../statement/quoting';
import { timePartSql } from '../time/recurrence-sql';
import type { Scope } from '../statement/scope';
import { civilDateSql, grainSql, timeKindOf } from '../time/time-sql';

/** A key of a grouping: shown keys `k1…`, and hidden keys `h1…` that distinguish rows of equal names. */
export interface GroupKey {
  alias: string;
  column: ModelColumn;
  shown: boolean;
  sql(scope: Scope): string;
}

/** Groups that are the rows of one table: a query that lists them by a bound on a measure. */
export interface ListedRows {
  /** The table, if it has a key that identifies its rows; else the shown columns identify them. */
  owner?: string;
}

/**
 * The keys of a query's dimensions. A name does not identify a thing: two customers called 王伟 remain two groups, and so
 * do two without a name.
 * @param listed given if the groups are rows of a table. They are shown as in a list: a time in full, not as its day.
 */
export function groupKeys(ctx: CompileContext, dimensions: readonly Grouping[], listed?: ListedRows): GroupKey[] {
  const owner = listed?.owner;
  const shown = dimensions.map((dimension, index): GroupKey => {
    const column = ctx.column(dimension.column);
    if (['geometry', 'json', 'array'].includes(column.category))
      throw new CompileError('bad_type', `rows cannot be grouped by "${column.table}.${column.name}" (${column.type})`);
    return {
      alias: `k${index + 1}`,
      column,
      shown: true,
      sql: (scope) => (listed ? shownValue(ctx, scope.aliasOf(column.table), column) : keySql(scope, dimension)),
    };
  });
  const named = [
    ...new Set([...shown.filter(needsKey).map(({ column }) => column.table), ...(owner === undefined ? [] : [owner])]),
  ];
  const hidden = named
    .flatMap((table) => rowKey(ctx.model, ctx.table(table)).map((name) => ({ table, column: name })))
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

/**
 * The keys that must be present in a group if a query selects among groups; of each entry, one key suffices. Rows
 * without an owner and rows without the grouped value are not candidates. A thing that is grouped by name is required
 * by its key, even if other shown columns are missing; a listed row without a key, by any of its columns.
 */
export function requiredKeys(ctx: CompileContext, keys: readonly GroupKey[], listed?: ListedRows): GroupKey[][] {
  if (listed && listed.owner === undefined) return [[...keys]];
  const owner = listed?.owner;
  const looked = (from: string, to: string): boolean => looksUp(ctx.model.joins, from, to);
  const named = owner === undefined ? [...new Set(keys.filter(isNamed).map(({ column }) => column.table))] : [owner];
  const things = named.filter(
    (table) =>
      !named.some((other) => other !== table && looked(other, table)) && identityOf(ctx, keys, table).length > 0,
  );
  const beside = keys.filter(({ shown, column }) => shown && !things.some((thing) => looked(thing, column.table)));
  return [...things.flatMap((table) => identityOf(ctx, keys, table)), ...beside].map((key) => [key]);
}

/** The condition that a group has one of these keys: `k1 IS NOT NULL`. */
export function isPresent(keys: readonly GroupKey[]): string {
  const known = keys.map(({ alias }) => `${alias} IS NOT NULL`).join(' OR ');
  return keys.length > 1 ? `(${known})` : known;
}

/** Aliases of the keys that identify the values of one dimension; for a name these include the key of its table. */
export function identityOfDimension(ctx: CompileContext, keys: readonly GroupKey[], index: number): string[] {
  const key = keys[index];
  if (!key) return [];
  return [...new Set([key, ...(isNamed(key) ? identityOf(ctx, keys, key.column.table) : [])])].map(
    ({ alias }) => alias,
  );
}

/** The keys that identify the rows of a table: those of its row key, else the name. */
export function identityOf(ctx: CompileContext, keys: readonly GroupKey[], table: string): GroupKey[] {
  const own = keys.filter(({ column }) => column.table === table);
  const ids = own.filter(({ column }) => rowKey(ctx.model, ctx.table(table)).includes(column.name));
  return ids.length > 0 ? ids : own.filter(isNamed);
}

const isNamed = ({ shown, column }: GroupKey): boolean => shown && column.role === 'name';
const needsKey = (key: GroupKey): boolean => isNamed(key) && (!key.column.unique || key.column.nullable);

function keySql(scope: Scope, dimension: Grouping): string {
  const { column, raw, value } = scope.column(dimension.column);
  if (dimension.part) return timePartSql(scope.ctx, column, raw, dimension.part);
  if (dimension.grain) return grainSql(scope.ctx, column, raw, dimension.grain);
  const kind = timeKindOf(column);
  if (kind && kind !== 'year') return civilDateSql(scope.ctx, column, raw);
  return isNamedTextType(column) || column.category === 'other' ? `${value}::text` : value;
}

/**
 * Whether one counted thing can be in several groups, such as an order with products of two categories or a customer
 * with orders in two months.
 */
export function groupsOverlap(ctx: CompileContext, atom: RowAtom, keys: readonly GroupKey[]): boolean {
  const { home, distinct, argument } = atom;
  const grouped = [...new Set(keys.map(({ column }) => column.table))];
  if (!distinct) return grouped.some((table) => !looksUp(ctx.model.joins, home, table));
  const counted = argument?.kind === 'column' ? thingOf(ctx, argument) : undefined;
  return counted === undefined || grouped.some((table) => !looksUp(ctx.model.joins, counted, table));
}

/** The table that a key identifies rows of: customers for `orders.customer_id`. */
function thingOf({ model }: CompileContext, { table, column }: { table: string; column: string }): string | undefined {
  const isOnly = (columns: readonly string[] | undefined): boolean => columns?.length === 1 && columns[0] === column;
  if (isOnly(model.tables[table]?.primaryKey)) return table;
  return model.joins.findLast(({ from }) => from.table === table && isOnly(from.columns))?.to.table;
}
