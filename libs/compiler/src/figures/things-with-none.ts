import type { Filter, SemanticQuery } from '@querent/contracts';
import { plural } from '@querent/language';
import { enumerate, homeOf, joinPath, say, text } from '@querent/model';
import type { Asked } from '../statement/asked';
import type { CompileContext } from '../statement/compile-context';
import { conditionsSql } from '../conditions/condition-sql';
import type { GroupKey } from './group-key';
import { excludesNone, homesOf, type MeasurePlan } from './measure-plan';
import { nearCondition } from '../conditions/near-sql';
import { Scope } from '../statement/scope';
import { tablesRead } from '../statement/tables-read';

/** What the things that a query chooses among are chosen by. */
export interface LowEnd {
  /** Columns of the measures in the measured relation; none where things take part whether they have a value or not. */
  columns: string[];
  /** The tables whose rows the measures aggregate. */
  homes: string[];
}

/**
 * The measures by which a query asks for the low end: "fewest", "at most 3". Things that have none belong to it, with
 * a count or sum of 0; what has no value without rows, such as an average, is left out again. Undefined where those
 * that have none could not be chosen.
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
  // The average is also of those that have none, whatever the bounds leave.
  const isOfAll = query.having.some(({ against }) => against && !against.among);
  const isOut = query.having.some(
    ({ op, value, against }, index) => !against && excludesNone(bounded[index], op, value),
  );
  if (isOut && !isOfAll) return undefined;
  return {
    columns: bounded.length > 0 ? bounded.map((_, index) => `x${index + 1}`) : [`m${(ranked ?? 0) + 1}`],
    homes: homesOf(plans.flatMap(({ atoms }) => atoms)),
  };
}

/** That things without rows take part, for the answer. */
export function noneNote({ model, options: { locale } }: CompileContext, { homes, columns }: LowEnd): string {
  const labels = homes.map((home) => text(model.tables[home]?.label, locale));
  const names = [...new Set(labels)].filter((name) => name !== '');
  const [zh, en] =
    names.length === 0 ? ['相关记录', 'records'] : [enumerate(names, locale), enumerate(names.map(plural), locale)];
  if (columns.length === 0) return say(locale, `没有${zh}的也列出`, `those without any ${en} are listed as well`);
  return say(locale, `没有${zh}的也计入，按 0 计算`, `those without any ${en} are included and count as 0`);
}

export interface Choice {
  keys: readonly GroupKey[];
  /** The table of the things where the query lists them. */
  owner: string | undefined;
  low: LowEnd;
  /** The relations that hold the groups which have rows. */
  facts: readonly string[];
}

/**
 * `SELECT` of the keys of all things that the query chooses among: the rows of the table that all keys are looked up
 * from, under those conditions that are about these things themselves. With a limit within a dimension of another
 * table, each of its groups is paired with all things. Undefined where the groups are not things with rows of another
 * table: kinds of orders are known by their orders alone.
 */
export function thingsSql(ctx: CompileContext, query: SemanticQuery, asked: Asked, choice: Choice): string | undefined {
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
  // Where the counted rows have a way of their own to a dimension, the things would fall into other groups than their
  // rows.
  const isTheirs = homes.every((home) => grouped.every((read) => leadsThrough(ctx, home, table, read)));
  return isTheirs ? table : undefined;
}

function keysOf(
  ctx: CompileContext,
  asked: Asked,
  table: string,
  keys: readonly GroupKey[],
  { homes, columns: low }: LowEnd,
): string {
  const scope = new Scope(ctx, table);
  const columns = keys.map((key) => `${key.sql(scope)} AS ${key.alias}`);
  const isTheirs = (read: string) => (home: string) => leadsThrough(ctx, home, table, read);
  // "Clients in Oslo and their orders and visits" are clients in Oslo, also where visits have a city of their own.
  const isOwn = (read: string): boolean =>
    low.length === 0 ? homes.some(isTheirs(read)) : homes.every(isTheirs(read));
  const isOwnCondition = (filter: Filter): boolean => tablesRead(ctx, filter, asked.anchor).every(isOwn);
  const own = asked.filters.filter(isOwnCondition);
  const near = asked.near && isOwn(ctx.column(asked.near.location).table) ? asked.near : null;
  const where = [...conditionsSql(scope, own, asked), ...nearCondition(scope, near)];
  return `${columns.join(', ')} FROM ${scope.fromSql()}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''}`;
}

/** Whether the way from the counted rows to `to` leads through the things: what is there is about the things. */
function leadsThrough({ model }: CompileContext, home: string, things: string, to: string): boolean {
  const path = joinPath(model.joins, home, to);
  return to === things || (path.found && path.steps.some((step) => step.to === things));
}
