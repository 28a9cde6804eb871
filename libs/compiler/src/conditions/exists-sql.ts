import type { Filter } from '@querent/contracts';
import { joinPath, type JoinStep, rowKey } from '@querent/model';
import type { AskedConditions, Conditions } from '../statement/asked-conditions';
import { CompileError } from '../statement/compile-error';
import { quoteIdentifier } from '../statement/quoting';
import { joinCondition, relationOf, Scope } from '../statement/scope';

type ExistsFilter = Extract<Filter, { kind: 'exists' }>;

/**
 * A condition on related rows: that some exist, that none does, that a number of them does, or that all do. The tables
 * between the anchor and the related rows are joined inside the subquery, so that conditions on them (the date of an
 * order, when its products are asked about) apply to the same related row.
 */
export function existsSql(scope: Scope, filter: ExistsFilter, asked: AskedConditions, conditions: Conditions): string {
  const target = scope.ctx.tableName(filter.table);
  const anchorTable = scope.ctx.tableName(asked.anchor);
  scope.ctx.table(target);
  const path = joinPath(scope.ctx.model.joins, anchorTable, target);
  if (!path.found)
    throw new CompileError(
      path.reason === 'ambiguous' ? 'ambiguous_path' : 'unreachable',
      `no unique join path leads from "${anchorTable}" to "${target}"`,
    );
  const chain = chainOf(scope, path.steps, target);
  const inner = { anchor: target, filters: filter.filters, near: null, within: asked };
  const where = [chain.correlation, ...conditions(chain.scope, filter.filters, inner)].join(' AND ');
  const counted = (): string =>
    `(SELECT ${countOf(scope, path.steps, target, chain.scope.alias)} FROM ${chain.scope.fromSql()} WHERE ${where})`;
  if (filter.all) {
    const every = new Scope(scope.ctx, target);
    const narrowed = conditions(every, filter.filters, inner);
    const all = `(SELECT count(*) FROM ${every.fromSql()}${narrowed.length > 0 ? ` WHERE ${narrowed.join(' AND ')}` : ''})`;
    return present(scope, path.steps, `${counted()} ${filter.negated ? '<>' : '='} ${all}`);
  }
  if (!filter.count)
    return present(
      scope,
      path.steps,
      `${filter.negated ? 'NOT ' : ''}EXISTS (SELECT 1 FROM ${chain.scope.fromSql()} WHERE ${where})`,
    );
  const { op, value } = filter.count;
  const comparison = `${counted()} ${op === '!=' ? '<>' : op} ${scope.ctx.params.bind(value, 'numeric')}`;
  return present(scope, path.steps, filter.negated ? `NOT (${comparison})` : comparison);
}

/**
 * Requires that a referenced anchor exists: an order without a customer is not an order of "customers without refunds".
 */
function present(scope: Scope, steps: readonly JoinStep[], condition: string): string {
  const [first] = steps;
  if (!first || scope.home === first.from) return condition;
  const column = scope.ctx.table(first.from).primaryKey[0] ?? first.fromColumns[0] ?? '';
  return `(${scope.aliasOf(first.from)}.${quoteIdentifier(column)} IS NOT NULL AND ${condition})`;
}

function chainOf(scope: Scope, steps: readonly JoinStep[], target: string): { scope: Scope; correlation: string } {
  const { ctx } = scope;
  const [first, ...rest] = steps;
  if (!first) throw new CompileError('unreachable', `"${target}" cannot be related to itself`);
  const aliases = new Map([[first.to, ctx.nextAlias()]]);
  const head = aliases.get(first.to) ?? '';
  const clauses = [`${relationOf(ctx, first)} AS ${head}`];
  for (const step of rest) {
    const alias = ctx.nextAlias();
    aliases.set(step.to, alias);
    clauses.push(
      `JOIN ${relationOf(ctx, step)} AS ${alias} ON ${joinCondition(step, aliases.get(step.from) ?? head, alias)}`,
    );
  }
  return {
    scope: new Scope(ctx, target, { sql: clauses.join(' '), aliases }),
    correlation: joinCondition(first, scope.aliasOf(first.from), head),
  };
}

/** Counts target rows. A path that only fans out reaches each row once; with a look-up on it, rows may repeat. */
function countOf(scope: Scope, steps: readonly JoinStep[], target: string, alias: string): string {
  if (steps.every((step) => step.fansOut)) return 'count(*)';
  const rowKeys = rowKey(scope.ctx.model, scope.ctx.table(target));
  if (rowKeys.length === 0) throw new CompileError('no_key', `"${target}" has no key to count its rows by`);
  return `count(DISTINCT (${rowKeys.map((column) => `${alias}.${quoteIdentifier(column)}`).join(', ')}))`;
}
