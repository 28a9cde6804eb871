import type { CompareOperator, Filter, SemanticQuery } from '@querent/contracts';
import { homeOf, joinPath } from '../model/join-graph';
import { text } from '../model/localized';
import { enumerate, plural, say } from '../planner/answer/words';
import type { Asked } from './asked';
import type { CompileContext } from './compile-context';
import { conditionsSql, tablesRead } from './condition-sql';
import type { GroupKey } from './group-key';
import { countOrSum, type MeasurePlan } from './measure-plan';
import { nearCondition } from './near-sql';
import { Scope } from './scope';

/** What the things that a query chooses among are chosen by. */
export interface LowEnd {
  /** Columns of the measures in the measured relation. */
  columns: string[];
  /** The tables whose rows the measures aggregate. */
  homes: string[];
}

/**
 * The measures by which a query asks for the low end: "fewest", "at most 3". Things that have none belong to it, with a count or sum of 0;
 * what has no value without rows, such as an average, is left out again. Undefined where those that have none could not be chosen.
 */
export function lowEnd(query: SemanticQuery, measured: readonly MeasurePlan[], bounded: readonly MeasurePlan[]): LowEnd | undefined {
  const [first] = query.order;
  const ranked = query.limit !== null && first?.by.kind === 'measure' && first.direction === 'asc' ? first.by.index : undefined;
  const plans = bounded.length > 0 ? [...bounded] : measured.filter((_, index) => index === ranked);
  if (plans.length === 0 || plans.some((plan) => plan.atoms.length === 0)) return undefined;
  if (query.having.some(({ op, value }, index) => excludesNone(bounded[index], op, value))) return undefined;
  return {
    columns: bounded.length > 0 ? bounded.map((_, index) => `x${index + 1}`) : [`m${(ranked ?? 0) + 1}`],
    homes: [...new Set(plans.flatMap(({ atoms }) => atoms.map(({ home }) => home)))],
  };
}

/** That things without rows take part, for the answer. */
export function noneNote({ model, options: { locale } }: CompileContext, { homes }: LowEnd): string {
  const names = [...new Set(homes.map((home) => text(model.tables[home]?.label, locale)))].filter((name) => name !== '');
  if (names.length === 0) return say(locale, '没有相关记录的也计入，按 0 计算', 'those without any records are included and count as 0');
  return say(locale, `没有${enumerate(names, locale)}的也计入，按 0 计算`, `those without any ${enumerate(names.map(plural), locale)} are included and count as 0`);
}

function excludesNone(plan: MeasurePlan | undefined, op: CompareOperator, value: number): boolean {
  const holdsOfZero: Record<CompareOperator, boolean> = { '=': value === 0, '!=': value !== 0, '<': value > 0, '<=': value >= 0, '>': value < 0, '>=': value <= 0 };
  return plan !== undefined && countOrSum(plan) !== undefined && !holdsOfZero[op];
}

/**
 * `SELECT` of the keys of all things that the query chooses among: the rows of the table that all keys are looked up from, under those
 * conditions that are about these things themselves. With a limit within a dimension of another table, each of its groups is paired with
 * all things. Undefined where the groups are not things with rows of another table: kinds of orders are known by their orders alone.
 *
 * @param owner the table of the things where the query lists them
 * @param facts the relations that hold the groups which have rows
 */
export function thingsSql(ctx: CompileContext, query: SemanticQuery, asked: Asked, { keys, owner, low, facts }: { keys: readonly GroupKey[]; owner: string | undefined; low: LowEnd; facts: readonly string[] }): string | undefined {
  const names = keys.map(({ alias }) => alias).join(', ');
  const table = thingsTable(ctx, keys, owner, low);
  if (table !== undefined) return `SELECT ${keysOf(ctx, asked, table, keys, low)}`;
  const within = query.limitPer === null ? undefined : keys[query.limitPer]?.column.table;
  const [outer, inner] = [keys.filter(({ column }) => column.table === within), keys.filter(({ column }) => column.table !== within)];
  const things = within === undefined ? undefined : thingsTable(ctx, inner, undefined, low);
  if (things === undefined) return undefined;
  const known = facts.map((fact) => `SELECT ${outer.map(({ alias }) => alias).join(', ')} FROM ${fact}`).join(' UNION ');
  return `SELECT ${names} FROM (${known}) AS o CROSS JOIN (SELECT DISTINCT ${keysOf(ctx, asked, things, inner, low)}) AS i`;
}

function thingsTable(ctx: CompileContext, keys: readonly GroupKey[], owner: string | undefined, { homes }: LowEnd): string | undefined {
  const grouped = [...new Set(keys.map(({ column }) => column.table))];
  const table = owner ?? homeOf(ctx.model.joins, grouped);
  if (table === undefined || homes.includes(table)) return undefined;
  // Where the counted rows have a way of their own to a dimension, the things would fall into other groups than their rows.
  return homes.every((home) => grouped.every((read) => leadsThrough(ctx, home, table, read))) ? table : undefined;
}

function keysOf(ctx: CompileContext, asked: Asked, table: string, keys: readonly GroupKey[], { homes }: LowEnd): string {
  const scope = new Scope(ctx, table);
  const columns = keys.map((key) => `${key.sql(scope)} AS ${key.alias}`);
  const isOwn = (read: string): boolean => homes.every((home) => leadsThrough(ctx, home, table, read));
  const own = asked.filters.filter((filter: Filter) => tablesRead(ctx, filter, asked.anchor).every(isOwn));
  const near = asked.near && isOwn(ctx.column(asked.near.location).table) ? asked.near : null;
  const where = [...conditionsSql(scope, own, asked), ...nearCondition(scope, near)];
  return `${columns.join(', ')} FROM ${scope.fromSql()}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''}`;
}

/** Whether the way from the counted rows to `to` leads through the things: what is there is about the things, not about their rows. */
function leadsThrough({ model }: CompileContext, home: string, things: string, to: string): boolean {
  const path = joinPath(model.joins, home, to);
  return to === things || (path.found && path.steps.some((step) => step.to === things));
}
