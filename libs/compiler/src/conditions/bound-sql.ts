import { type Filter, isAgainstOthers } from '@querent/contracts';
import { AGGREGATES, looksUp, rowKey } from '@querent/model';
import type { Asked, Conditions } from '../statement/asked';
import { levels } from './average-sql';
import { CompileError } from '../statement/compile-error';
import type { CompileContext } from '../statement/compile-context';
import type { GroupKey } from '../figures/group-key';
import { groupedSql } from '../figures/grouped-sql';
import { excludesNone, planMeasure, valueOrZero } from '../figures/measure-plan';
import { nearCondition } from './near-sql';
import { boundValueSql, comparisonSql } from './others-sql';
import { quoteIdentifier } from '../statement/quoting';
import { Scope } from '../statement/scope';
import { tablesRead } from '../statement/tables-read';

type BoundFilter = Extract<Filter, { kind: 'bound' }>;

/**
 * "Customers who spent more than 1000": the key of the thing is among those whose figure is within the bound. The
 * figures of all things are computed once, by a grouping of their own, so that no row is multiplied and PostgreSQL can
 * hash the keys. Those that it is held against are of the same grouping.
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
    ...((filter.against || !excludesNone(plan, filter.op, filter.value)) && { things: () => allOf(ctx, thing, keys) }),
  });
  const names = keys.map(({ alias }) => alias).join(', ');
  const isOneOf = (own: string): string => `${keys.length > 1 ? `(${own})` : own} IN`;
  const figure = valueOrZero(plan, grouped.atomSql);
  const than = boundValueSql(ctx, filter, ({ fn, among }) => {
    const others = new Scope(ctx, thing);
    const where = among
      ? conditions(others, among, { anchor: thing, filters: among, near: null, within: asked })
      : onThings(others, asked, conditions);
    const chosen = `${allFrom(others, keys)}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''}`;
    return `SELECT ${AGGREGATES[fn].sql(figure)} FROM ${grouped.name} WHERE ${isOneOf(names)} (${chosen})`;
  });
  const own = keys.map((key) => key.sql(scope)).join(', ');
  return `${isOneOf(own)} (SELECT ${names} FROM ${grouped.name} WHERE ${figure} ${comparisonSql(filter.op)} ${than})`;
}

/**
 * The question's conditions that are on the things themselves, or on what they look up: the average customer of Berlin
 * is of Berlin.
 */
function onThings(scope: Scope, asked: Asked, conditions: Conditions): string[] {
  const { ctx, home } = scope;
  const isOn = (table: string): boolean => table === home || looksUp(ctx.model.joins, home, table);
  return levels(asked).flatMap((level) => {
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
  if (names.length === 0) throw new CompileError('no_key', `"${thing}" has no key to tell its rows apart`);
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
