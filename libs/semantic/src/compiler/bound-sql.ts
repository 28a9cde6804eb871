import type { Filter } from '@querent/contracts';
import { rowKey } from '../model/row-key';
import type { Asked, Conditions } from './asked';
import { CompileError } from './compile-error';
import type { CompileContext } from './compile-context';
import type { GroupKey } from './group-key';
import { groupedSql } from './grouped-sql';
import { excludesNone, planMeasure, valueOrZero } from './measure-plan';
import { quoteIdentifier } from './quoting';
import { Scope } from './scope';

type BoundFilter = Extract<Filter, { kind: 'bound' }>;

/**
 * "Customers who spent more than 1000": the key of the thing is among those whose figure is within the bound. The figures of all things
 * are computed once, by a grouping of their own, so that no row is multiplied and PostgreSQL can hash the keys.
 */
export function boundSql(scope: Scope, filter: BoundFilter, asked: Asked, conditions: Conditions): string {
  const { ctx } = scope;
  const thing = ctx.table(filter.thing).name;
  const { label, share } = filter.measure;
  const plan = planMeasure(ctx, filter.measure);
  if (!plan.numeric) throw new CompileError('bad_type', 'a condition on a measure needs a number');
  if (share?.of === 'total') throw new CompileError('bad_share', `"${label}" of one thing is no share of a total`);
  const keys = keysOf(ctx, thing);
  const grouped = groupedSql(ctx, {
    keys,
    atoms: plan.atoms,
    asked: { anchor: thing, filters: [], near: null, within: asked },
    conditions,
    prefix: ctx.nextPrefix(),
    ...(!excludesNone(plan, filter.op, filter.value) && { things: () => allOf(ctx, thing, keys) }),
  });
  const names = keys.map(({ alias }) => alias).join(', ');
  const op = filter.op === '!=' ? '<>' : filter.op;
  const value = `${valueOrZero(plan, grouped.atomSql)} ${op} ${ctx.params.bind(filter.value, 'numeric')}`;
  const own = keys.map((key) => key.sql(scope)).join(', ');
  return `${keys.length > 1 ? `(${own})` : own} IN (SELECT ${names} FROM ${grouped.name} WHERE ${value})`;
}

function keysOf(ctx: CompileContext, thing: string): GroupKey[] {
  const names = rowKey(ctx.model, ctx.table(thing));
  if (names.length === 0) throw new CompileError('no_key', `"${thing}" has no key to tell its rows apart`);
  return names.map((name, index): GroupKey => ({
    alias: `h${index + 1}`,
    column: ctx.column({ table: thing, column: name }),
    shown: false,
    sql: (from) => `${from.aliasOf(thing)}.${quoteIdentifier(name)}`,
  }));
}

function allOf(ctx: CompileContext, thing: string, keys: readonly GroupKey[]): string {
  const scope = new Scope(ctx, thing);
  return `SELECT ${keys.map((key) => `${key.sql(scope)} AS ${key.alias}`).join(', ')} FROM ${scope.fromSql()}`;
}
