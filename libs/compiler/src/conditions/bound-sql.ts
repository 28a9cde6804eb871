import { type Filter, isAgainstOthers } from '@querent/contracts';
import { AGGREGATES, looksUp, rowKey } from '@querent/model';
import type { AskedConditions, Conditions } from '../statement/asked-conditions';
import { enclosingConditions } from './aggregate-comparison-sql';
import { CompileError } from '../statement/compile-error';
import type { CompileContext } from '../statement/compile-context';
import type { GroupKey } from '../figures/group-key';
import { groupedSql } from '../figures/grouped-sql';
import { excludesZero, planMeasure, valueOrZero } from '../figures/measure-plan';
import { nearCondition } from './near-sql';
import { boundValueSql, operatorSql } from './bound-value-sql';
import { quoteIdentifier } from '../statement/quoting';
import { Scope } from '../statement/scope';
import { tablesRead } from '../statement/tables-read';

type BoundFilter = Extract<Filter, { kind: 'bound' }>;

/**
 * A bound on a figure of each thing, "customers who spent more than 1000": the key of the thing is in the set of keys
 * whose figure is within the bound. The figures of all things are grouped once in a WITH clause, so that no row is
 * multiplied and PostgreSQL can hash the keys. A bound relative to other things reads the same WITH clause.
 */
export function boundSql(scope: Scope, filter: BoundFilter, asked: AskedConditions, conditions: Conditions): string {
  const { ctx } = scope;
  const thing = ctx.table(filter.thing).name;
  const { label, share } = filter.measure;
  const plan = planMeasure(ctx, filter.measure);
  if (!plan.numeric) throw new CompileError('bad_type', 'a bound on a measure needs a number');
  if (share?.of === 'total')
    throw new CompileError('bad_share', `"${label}" of a single thing has no share of a total`);
  const keys = keysOf(ctx, thing);
  const grouped = groupedSql(ctx, {
    keys,
    atoms: plan.atoms,
    asked: { anchor: thing, filters: [], near: null, within: asked },
    conditions,
    prefix: ctx.nextPrefix(),
    ...((filter.against || !excludesZero(plan, filter.op, filter.value)) && { things: () => allOf(ctx, thing, keys) }),
  });
  const names = keys.map(({ alias }) => alias).join(', ');
  const isOneOf = (own: string): string => `${keys.length > 1 ? `(${own})` : own} IN`;
  const figure = valueOrZero(plan, grouped.atomSql);
  const than = boundValueSql(ctx, filter, ({ fn, among }) => {
    const others = new Scope(ctx, thing);
    const where = among
      ? conditions(others, among, { anchor: thing, filters: among, near: null, within: asked })
      : conditionsOnThings(others, asked, conditions);
    const chosen = `${allFrom(others, keys)}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''}`;
    return `SELECT ${AGGREGATES[fn].sql(figure)} FROM ${grouped.name} WHERE ${isOneOf(names)} (${chosen})`;
  });
  const own = keys.map((key) => key.sql(scope)).join(', ');
  return `${isOneOf(own)} (SELECT ${names} FROM ${grouped.name} WHERE ${figure} ${operatorSql(filter.op)} ${than})`;
}

/**
 * The conditions of the question on the things or on tables that they reference. They select the things of an average:
 * among customers in Berlin, the average customer is one in Berlin.
 */
function conditionsOnThings(scope: Scope, asked: AskedConditions, conditions: Conditions): string[] {
  const { ctx, home } = scope;
  const isOn = (table: string): boolean => table === home || looksUp(ctx.model.joins, home, table);
  return enclosingConditions(asked).flatMap((level) => {
    const own = level.filters.filter(
      (one) =>
        !isAgainstOthers(one) && !level.ofFigure?.includes(one) && tablesRead(ctx, one, level.anchor).every(isOn),
    );
    const near = level.near && isOn(ctx.column(level.near.location).table) ? level.near : null;
    return [...conditions(scope, own, level), ...nearCondition(scope, near)];
  });
}

function keysOf(ctx: CompileContext, thing: string): GroupKey[] {
  const names = rowKey(ctx.model, ctx.table(thing));
  if (names.length === 0) throw new CompileError('no_key', `"${thing}" has no key that identifies its rows`);
  return names.map((name, index): GroupKey => ({
    alias: `h${index + 1}`,
    column: ctx.column({ table: thing, column: name }),
    shown: false,
    sql: (from) => `${from.aliasOf(thing)}.${quoteIdentifier(name)}`,
  }));
}

const allOf = (ctx: CompileContext, thing: string, keys: readonly GroupKey[]): string =>
  allFrom(new Scope(ctx, thing), keys);

function allFrom(scope: Scope, keys: readonly GroupKey[]): string {
  return `SELECT ${keys.map((key) => `${key.sql(scope)} AS ${key.alias}`).join(', ')} FROM ${scope.fromSql()}`;
}
