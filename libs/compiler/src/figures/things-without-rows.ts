import type { Filter, SemanticQuery } from '@querent/contracts';
import { plural } from '@querent/language';
import { enumerate, homeOf, joinPath, say, text } from '@querent/model';
import type { AskedConditions } from '../statement/asked-conditions';
import type { CompileContext } from '../statement/compile-context';
import { conditionsSql } from '../conditions/condition-sql';
import type { GroupKey } from './group-key';
import { excludesZero, homesOf, type MeasurePlan } from './measure-plan';
import { nearCondition } from '../conditions/near-sql';
import { Scope } from '../statement/scope';
import { tablesRead } from '../statement/tables-read';

/** The measures that a query selects the lowest things by. */
export interface LowEnd {
  /** Columns of these measures in the layer `m`; none if things without a value are listed as well. */
  columns: string[];
  /** The tables whose rows the measures aggregate. */
  homes: string[];
}

/**
 * The measures by which a query asks for the low end: "fewest", "at most 3". Things without rows then belong to the
 * result with a count or sum of 0; for measures without a value, such as an average, they are removed again. Undefined
 * if the result cannot contain things without rows.
 */
export function lowEnd(
  query: SemanticQuery,
  measured: readonly MeasurePlan[],
  bounded: readonly MeasurePlan[],
): LowEnd | undefined {
  const all = [...measured, ...bounded];
  if (query.withNone) return { columns: [], homes: homesOf(all.flatMap(({ atoms }) => atoms)) };
  const [first] = query.order;
  const isAscending = query.limit !== null && first?.direction === 'asc';
  const ranked = isAscending && first.by.kind === 'measure' ? first.by.index : undefined;
  const plans = bounded.length > 0 ? [...bounded] : measured.filter((_, index) => index === ranked);
  if (plans.length === 0 || plans.some((plan) => plan.atoms.length === 0)) return undefined;
  // The average over all things includes those without rows, even if a bound excludes them from the result.
  const isOfAll = query.having.some(({ against }) => against && !against.among);
  const isOut = query.having.some(
    ({ op, value, against }, index) => !against && excludesZero(bounded[index], op, value),
  );
  if (isOut && !isOfAll) return undefined;
  return {
    columns: bounded.length > 0 ? bounded.map((_, index) => `x${index + 1}`) : [`m${(ranked ?? 0) + 1}`],
    homes: homesOf(plans.flatMap(({ atoms }) => atoms)),
  };
}

/** The disclosure that things without rows are included. */
export function withoutRowsNote({ model, options: { locale } }: CompileContext, { homes, columns }: LowEnd): string {
  const labels = homes.map((home) => text(model.tables[home]?.label, locale));
  const names = [...new Set(labels)].filter((name) => name !== '');
  const [zh, en] =
    names.length === 0 ? ['相关记录', 'records'] : [enumerate(names, locale), enumerate(names.map(plural), locale)];
  if (columns.length === 0) return say(locale, `没有${zh}的也列出`, `those without any ${en} are listed as well`);
  return say(locale, `没有${zh}的也计入，按 0 计算`, `those without any ${en} are included and count as 0`);
}

export interface Choice {
  keys: readonly GroupKey[];
  /** The table of the things, if the query lists its rows. */
  owner: string | undefined;
  low: LowEnd;
  /** Names of the fact relations, which have the groups with rows. */
  facts: readonly string[];
}

/**
 * `SELECT` of the keys of all things that a query selects among: the rows of the table that references the tables of
 * all keys, under the conditions on these things. With a limit per group of another table, each of these groups is
 * combined with all things. Undefined if the groups are not rows of a table: kinds of orders exist only in orders.
 */
export function thingsSql(
  ctx: CompileContext,
  query: SemanticQuery,
  asked: AskedConditions,
  choice: Choice,
): string | undefined {
  const { keys, owner, low, facts } = choice;
  const names = keys.map(({ alias }) => alias).join(', ');
  const table = thingsTable(ctx, keys, owner, low);
  if (table !== undefined) return `SELECT ${keysOf(ctx, asked, table, keys, low)}`;
  const within = query.limitPer === null ? undefined : keys[query.limitPer]?.column.table;
  const outer = keys.filter(({ column }) => column.table === within);
  const inner = keys.filter(({ column }) => column.table !== within);
  const things = within === undefined ? undefined : thingsTable(ctx, inner, undefined, low);
  if (things === undefined) return undefined;
  const partition = outer.map(({ alias }) => alias).join(', ');
  const known = facts.map((fact) => `SELECT ${partition} FROM ${fact}`).join(' UNION ');
  const all = keysOf(ctx, asked, things, inner, low);
  return `SELECT ${names} FROM (${known}) AS o CROSS JOIN (SELECT DISTINCT ${all}) AS i`;
}

function thingsTable(
  ctx: CompileContext,
  keys: readonly GroupKey[],
  owner: string | undefined,
  { homes }: LowEnd,
): string | undefined {
  const grouped = [...new Set(keys.map(({ column }) => column.table))];
  const table = owner ?? homeOf(ctx.model.joins, grouped);
  if (table === undefined || homes.includes(table)) return undefined;
  // If the counted rows reach a dimension by another path, the things would be in other groups than their rows.
  const isTheirs = homes.every((home) => grouped.every((read) => leadsThrough(ctx, home, table, read)));
  return isTheirs ? table : undefined;
}

function keysOf(
  ctx: CompileContext,
  asked: AskedConditions,
  table: string,
  keys: readonly GroupKey[],
  { homes, columns: low }: LowEnd,
): string {
  const scope = new Scope(ctx, table);
  const columns = keys.map((key) => `${key.sql(scope)} AS ${key.alias}`);
  const isTheirs = (read: string) => (home: string) => leadsThrough(ctx, home, table, read);
  // In "clients in Oslo and their orders and visits", the condition applies to clients even if visits have a city too.
  const isOwn = (read: string): boolean =>
    low.length === 0 ? homes.some(isTheirs(read)) : homes.every(isTheirs(read));
  const isOwnCondition = (filter: Filter): boolean => tablesRead(ctx, filter, asked.anchor).every(isOwn);
  const own = asked.filters.filter(isOwnCondition);
  const near = asked.near && isOwn(ctx.column(asked.near.location).table) ? asked.near : null;
  const where = [...conditionsSql(scope, own, asked), ...nearCondition(scope, near)];
  return `${columns.join(', ')} FROM ${scope.fromSql()}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''}`;
}

/** Whether the join path from the counted rows to `to` leads through the things: `to` then describes the things. */
function leadsThrough({ model }: CompileContext, home: string, things: string, to: string): boolean {
  const path = joinPath(model.joins, home, to);
  return to === things || (path.found && path.steps.some((step) => step.to === things));
}
