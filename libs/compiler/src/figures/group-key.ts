import type { Grouping } from '@querent/contracts';
import { looksUp, type ModelColumn, rowKey } from '@querent/model';
import type { CompileContext } from '../statement/compile-context';
import { isNamedTextType, shownValue } from '../rows/column-value';
import { CompileError } from '../statement/compile-error';
import { quoteIdentifier } from '../statement/quoting';
import { timePartSql } from '../time/recurrence-sql';
import type { Scope } from '../statement/scope';
import { civilDateSql, grainSql, timeKindOf } from '../time/time-sql';

/** What rows are grouped by: shown keys `k1…`, and hidden ones `h1…` that keep namesakes apart. */
export interface GroupKey {
  alias: string;
  column: ModelColumn;
  shown: boolean;
  sql(scope: Scope): string;
}

/** Groups that are the rows of one table, which a query lists by a condition on a measure. */
export interface ListedRows {
  /** The table, where a key tells its rows apart; without one they are known by what is shown of them. */
  owner?: string;
}

/**
 * The keys of a query's dimensions. A name is not an identity: two customers called 王伟 stay two groups, and so do those
 * without a name.
 * @param listed given where the groups are rows of a table, which are shown as a list shows them: a time in full, not
 * as its day
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
 * The keys that a group has where a query chooses among groups, each entry at least one of its keys: not rows without
 * an owner, nor what lacks the value that it is grouped by. A thing that is named in the grouping is known by its key,
 * whatever else of it is shown and missing; a listed row without a key by anything of it.
 */
export function keysOfKnown(ctx: CompileContext, keys: readonly GroupKey[], listed?: ListedRows): GroupKey[][] {
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

/** `k1 IS NOT NULL`: that a group has one of these keys. */
export function isKnown(keys: readonly GroupKey[]): string {
  const known = keys.map(({ alias }) => `${alias} IS NOT NULL`).join(' OR ');
  return keys.length > 1 ? `(${known})` : known;
}

/** What tells the values of one dimension apart: of a name also the thing's key. */
export function identityOfDimension(ctx: CompileContext, keys: readonly GroupKey[], index: number): string[] {
  const key = keys[index];
  if (!key) return [];
  return [...new Set([key, ...(isNamed(key) ? identityOf(ctx, keys, key.column.table) : [])])].map(
    ({ alias }) => alias,
  );
}

/** The keys by which a table's things are known: those of its row key, else their name. */
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
