import type { Filter } from '@querent/contracts';
import type { JoinStep } from '@querent/model';
import { boundSql } from './bound-sql';
import { columnPairSql } from './column-pair-sql';
import { CompileError } from '../statement/compile-error';
import { existsSql } from './exists-sql';
import { predicateSql } from './predicate-sql';
import type { AskedConditions } from '../statement/asked-conditions';
import { aggregateComparisonSql } from './aggregate-comparison-sql';
import { joinCondition, Scope } from '../statement/scope';
import { tablesRead } from '../statement/tables-read';

/**
 * The conditions of a WHERE clause (or of an aggregate's FILTER), one string each, to be joined with AND.
 *
 * A condition on the scope's table or on a table that it references is a plain predicate. A condition beyond a join
 * that fans out becomes an EXISTS. Conditions beyond the same join share one EXISTS: "customers with an order in 2025
 * over 1,000" means a single order that satisfies both. A negation keeps rows whose value is missing: "not VIP" is
 * everything that is not known to be VIP.
 *
 * @param asked the question that the conditions belong to, or the `exists` in it
 */
export function conditionsSql(scope: Scope, filters: readonly Filter[], asked: AskedConditions): string[] {
  const conditions: string[] = [];
  const behind = new Map<string, { steps: JoinStep[]; filters: Filter[] }>();
  for (const filter of filters) {
    const steps = tablePaths(scope, filter, asked.anchor);
    const [first] = steps;
    if (!first) {
      conditions.push(directSql(scope, filter, asked));
    } else if (first.direct || steps.some((way) => way.key !== first.key)) {
      // An alternative over several tables: each branch has its own join path.
      if (filter.kind !== 'or')
        throw new CompileError(
          'fan_out',
          `a comparison has several rows on one side: ${tablesRead(scope.ctx, filter, asked.anchor).join(', ')}`,
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

interface TablePath {
  direct: boolean;
  key: string;
  steps: JoinStep[];
}

/** The join path to each table of the filter up to its first fan-out; empty if no path fans out. */
function tablePaths(scope: Scope, filter: Filter, anchor: string): TablePath[] {
  const ways = tablesRead(scope.ctx, filter, anchor).map((table): TablePath => {
    const reach = scope.reach(table);
    if (reach.kind === 'direct') return { direct: true, key: '', steps: [] };
    const steps = reach.steps.slice(0, reach.steps.findIndex((step) => step.fansOut) + 1);
    return { direct: false, key: steps.map((step) => `${step.to}(${step.toColumns.join()})`).join('>'), steps };
  });
  return ways.every((way) => way.direct) ? [] : ways;
}

/** `EXISTS` over the many side of the last step. Its scope compiles the conditions beyond that step. */
function relatedSql(scope: Scope, steps: JoinStep[], filters: Filter[], asked: AskedConditions): string {
  const step = steps.at(-1);
  if (!step) throw new CompileError('unreachable', 'a related condition has no join path');
  const inner = new Scope(scope.ctx, step.to);
  const correlation = joinCondition(step, scope.aliasOf(step.from), inner.alias);
  const conditions = [correlation, ...conditionsSql(inner, filters, asked)];
  return `EXISTS (SELECT 1 FROM ${inner.fromSql()} WHERE ${conditions.join(' AND ')})`;
}

function directSql(scope: Scope, filter: Filter, asked: AskedConditions): string {
  if (filter.kind === 'or')
    return `(${filter.filters.map((branch) => conjunction(conditionsSql(scope, [branch], asked))).join(' OR ')})`;
  if (filter.kind === 'exists') return existsSql(scope, filter, asked, conditionsSql);
  if (filter.kind === 'compare_aggregate') return aggregateComparisonSql(scope, filter, asked, conditionsSql);
  if (filter.kind === 'compare_columns') return columnPairSql(scope, filter);
  if (filter.kind === 'bound') return boundSql(scope, filter, asked, conditionsSql);
  return predicateSql(scope, filter);
}

/**
 * Splits conditions on related rows into sets that one row can satisfy. "Customers who bought a phone and a laptop in
 * 2025" needs two items, each in 2025: if a column must equal several values, each value needs a separate row, and all
 * other conditions apply to each of these rows.
 */
function relatedRows(filters: readonly Filter[]): Filter[][] {
  const contested = filters.find((filter) => equalities(filters, filter).length > 1);
  if (!contested) return [[...filters]];
  const rivals = equalities(filters, contested);
  const others = filters.filter((filter) => !rivals.includes(filter));
  return rivals.flatMap((rival) => relatedRows([...others, rival]));
}

/** The filters that require the same column to equal different values. */
function equalities(filters: readonly Filter[], like: Filter): Filter[] {
  const wanted = equality(like);
  if (!wanted) return [];
  const same = filters.filter((filter) => equality(filter)?.column === wanted.column);
  return new Set(same.map((filter) => equality(filter)?.value)).size > 1 ? same : [];
}

function equality(filter: Filter): { column: string; value: string } | undefined {
  if (filter.kind === 'compare' && filter.op === '=')
    return { column: columnKey(filter.column), value: String(filter.value) };
  if (filter.kind === 'in' && !filter.negated && filter.values.length === 1)
    return { column: columnKey(filter.column), value: String(filter.values[0]) };
  return undefined;
}

const columnKey = ({ table, column }: { table: string; column: string }): string => `${table}\u0000${column}`;
