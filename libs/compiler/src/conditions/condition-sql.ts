import type { Filter } from '@querent/contracts';
import type { JoinStep } from '@querent/model';
import { boundSql } from './bound-sql';
import { columnPairSql } from './column-pair-sql';
import { CompileError } from '../statement/compile-error';
import { existsSql } from './exists-sql';
import { predicateSql } from './predicate-sql';
import type { Asked } from '../statement/asked';
import { averageSql } from './average-sql';
import { relatedRows } from './related-rows';
import { joinCondition, Scope } from '../statement/scope';
import { tablesRead } from '../statement/tables-read';

/**
 * The conditions of a WHERE (or of an aggregate's FILTER), one string each, to be joined with AND.
 *
 * Conditions on tables that are looked up stand as they are. Conditions beyond a multiplying step
 * become EXISTS, and those behind the same step go into ONE EXISTS, because "customers with an order
 * in 2025 over 1,000" means one order that is both. A negation keeps rows whose value is missing:
 * "not VIP" is everything that is not known to be VIP.
 *
 * @param asked the question that the conditions are part of, or the `exists` of it
 */
export function conditionsSql(scope: Scope, filters: readonly Filter[], asked: Asked): string[] {
  const conditions: string[] = [];
  const behind = new Map<string, { steps: JoinStep[]; filters: Filter[] }>();
  for (const filter of filters) {
    const steps = waysOut(scope, filter, asked.anchor);
    const [first] = steps;
    if (!first) {
      conditions.push(directSql(scope, filter, asked));
    } else if (first.direct || steps.some((way) => way.key !== first.key)) {
      // An alternative that spans several tables: each branch finds its own way.
      if (filter.kind !== 'or')
        throw new CompileError(
          'fan_out',
          `a row has several of what it is compared with: ${tablesRead(scope.ctx, filter, asked.anchor).join(', ')}`,
        );
      conditions.push(
        `(${filter.filters.map((branch) => conjunction(conditionsSql(scope, [branch], asked))).join(' OR ')})`,
      );
    } else {
      const group = behind.get(first.key) ?? { steps: first.steps, filters: [] };
      group.filters.push(filter);
      behind.set(first.key, group);
    }
  }
  const related = [...behind.values()].flatMap((group) =>
    relatedRows(group.filters).map((filters) => relatedSql(scope, group.steps, filters, asked)),
  );
  return [...conditions, ...related];
}

export const conjunction = (conditions: readonly string[]): string =>
  conditions.length === 0
    ? 'TRUE'
    : conditions.length === 1
      ? (conditions[0] ?? 'TRUE')
      : `(${conditions.join(' AND ')})`;

interface WayOut {
  direct: boolean;
  key: string;
  steps: JoinStep[];
}

/** One entry for each table of the filter; empty when all of them are at hand. */
function waysOut(scope: Scope, filter: Filter, anchor: string): WayOut[] {
  const ways = tablesRead(scope.ctx, filter, anchor).map((table): WayOut => {
    const reach = scope.reach(table);
    if (reach.kind === 'direct') return { direct: true, key: '', steps: [] };
    const steps = reach.steps.slice(0, reach.steps.findIndex((step) => step.fansOut) + 1);
    return { direct: false, key: steps.map((step) => `${step.to}(${step.toColumns.join()})`).join('>'), steps };
  });
  return ways.every((way) => way.direct) ? [] : ways;
}

/** `EXISTS` over the many side of the last step; everything behind it is that scope's own matter. */
function relatedSql(scope: Scope, steps: JoinStep[], filters: Filter[], asked: Asked): string {
  const step = steps.at(-1);
  if (!step) throw new CompileError('unreachable', 'a related condition without a way');
  const inner = new Scope(scope.ctx, step.to);
  const correlation = joinCondition(step, scope.aliasOf(step.from), inner.alias);
  const conditions = [correlation, ...conditionsSql(inner, filters, asked)];
  return `EXISTS (SELECT 1 FROM ${inner.fromSql()} WHERE ${conditions.join(' AND ')})`;
}

function directSql(scope: Scope, filter: Filter, asked: Asked): string {
  if (filter.kind === 'or')
    return `(${filter.filters.map((branch) => conjunction(conditionsSql(scope, [branch], asked))).join(' OR ')})`;
  if (filter.kind === 'exists') return existsSql(scope, filter, asked, conditionsSql);
  if (filter.kind === 'compare_aggregate') return averageSql(scope, filter, asked, conditionsSql);
  if (filter.kind === 'compare_columns') return columnPairSql(scope, filter);
  if (filter.kind === 'bound') return boundSql(scope, filter, asked, conditionsSql);
  return predicateSql(scope, filter);
}
