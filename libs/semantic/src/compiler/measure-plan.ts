import type { AggregateFunction, DateRange, Filter, Measure, PeriodComparison } from '@querent/contracts';
import type { Call, Expression } from '../model/expression/expression';
import { columnsOf, tablesOf } from '../model/expression/expression';
import { isAggregate } from '../model/expression/function-allowlist';
import { parseExpression } from '../model/expression/parse-expression';
import { homeOf, looksUp } from '../model/join-graph';
import type { ModelColumn, ModelMetric } from '../model/semantic-model';
import { withColumnClocks } from './clock-of-columns';
import type { CompileContext } from './compile-context';
import { CompileError } from './compile-error';
import { expressionSql } from './expression-sql';
import { isNumber } from './predicate-sql';
import { timeKindOf, zone } from './time-sql';

/** One aggregate over the rows of one table: the unit that is computed without fan-out. */
export interface Atom {
  home: string;
  /** An aggregate of the function allow-list. */
  fn: string;
  distinct: boolean;
  /** What is aggregated; null counts rows. */
  argument: Expression | null;
  /** `fn(direct) WITHIN GROUP (ORDER BY argument)`. */
  within?: Call['within'];
  /** From the metric's own `FILTER (WHERE …)`. */
  condition: Expression | null;
  /** From the question: rows must also satisfy these. */
  where: Filter[];
}

/** A measure as an expression over atoms. */
export interface MeasurePlan {
  atoms: Atom[];
  /** @param atomSql gives the column that holds an atom's value */
  sql(atomSql: (atom: Atom) => string): string;
  /** Whether group values add up to the total: true for counts and sums alone. */
  additive: boolean;
  /** False for the earliest date or the first name: nothing to compute with. */
  numeric: boolean;
}

/** Plans a measure; with `period`, only rows in that range of the comparison's column count. */
export function planMeasure(ctx: CompileContext, measure: Measure, comparison?: { compare: PeriodComparison; range: DateRange }): MeasurePlan {
  const period: Filter[] = comparison ? [{ kind: 'time', column: comparison.compare.column, range: comparison.range, negated: false }] : [];
  const where = [...(measure.where ?? []), ...period];
  const whole = planValue(ctx, measure, where);
  if ((measure.share || comparison) && !whole.numeric) throw new CompileError('bad_type', `"${measure.label}" is not a number`);
  if (measure.share?.of !== 'filtered') return whole;
  const part = planValue(ctx, measure, [...where, ...(measure.share.where ?? [])]);
  return {
    atoms: [...part.atoms, ...whole.atoms],
    sql: (atomSql) => `${part.sql(atomSql)}::numeric / NULLIF(${whole.sql(atomSql)}, 0)`,
    additive: false,
    numeric: true,
  };
}

function planValue(ctx: CompileContext, measure: Measure, where: Filter[]): MeasurePlan {
  return measure.what.kind === 'metric' ? planMetric(ctx, measure.what.id, where, []) : planAggregate(ctx, measure.what, where);
}

function planAggregate(ctx: CompileContext, what: Extract<Measure['what'], { kind: 'aggregate' }>, where: Filter[]): MeasurePlan {
  const table = (what.column ? ctx.table(what.table) : ctx.countedTable(what.table)).name;
  const column = what.column && ctx.column(what.column);
  if (!column && !what.fn.startsWith('count')) throw new CompileError('bad_expression', `"${what.fn}" needs a column`);
  // The named table's rows are aggregated if it looks the column up; else the column's own are.
  const home = column && !looksUp(ctx.model.joins, table, column.table) ? column.table : table;
  const isDistinct = what.fn === 'count_distinct' && column !== undefined;
  const atom: Atom = {
    home,
    fn: what.fn === 'count_distinct' ? 'count' : what.fn,
    distinct: isDistinct,
    argument: column ? { kind: 'column', table: column.table, column: column.name } : null,
    condition: null,
    where,
  };
  if (column) requireFitting(column, what.fn);
  return {
    atoms: [atom],
    sql: (atomSql) => (column && isExtreme(what.fn) ? shownExtreme(ctx, column, atomSql(atom)) : atomSql(atom)),
    additive: what.fn === 'sum' || what.fn.startsWith('count'),
    numeric: !isExtreme(what.fn) || column === undefined || isNumber(column) || column.isYear,
  };
}

const isExtreme = (fn: string): boolean => fn === 'min' || fn === 'max';

function requireFitting(column: ModelColumn, fn: AggregateFunction): void {
  const fits: Record<AggregateFunction, boolean> = {
    count: true,
    count_distinct: column.category !== 'json' && column.category !== 'geometry',
    sum: isNumber(column),
    avg: isNumber(column),
    median: isNumber(column),
    min: isNumber(column) || column.category === 'text' || timeKindOf(column) !== undefined,
    max: isNumber(column) || column.category === 'text' || timeKindOf(column) !== undefined,
  };
  if (!fits[fn]) throw new CompileError('bad_type', `"${column.table}.${column.name}" is ${column.type}: it has no ${fn}`);
}

/** The first or last moment is shown as the asker's day. */
function shownExtreme(ctx: CompileContext, column: ModelColumn, value: string): string {
  const kind = timeKindOf(column);
  if (kind === 'timestamp') return `${value}::date`;
  return kind === 'timestamptz' ? `(${value} AT TIME ZONE ${zone(ctx)})::date` : value;
}

/**
 * A leaf's expression, or the weighted sum of a parent's children: NULL as soon as one child is NULL,
 * because a score over the children that happen to be present would not be the metric that was asked for.
 */
function planMetric(ctx: CompileContext, id: string, where: Filter[], trail: string[]): MeasurePlan {
  const metric = Object.hasOwn(ctx.model.metrics, id) ? ctx.model.metrics[id] : undefined;
  if (!metric) throw new CompileError('unknown_metric', `the model has no metric "${id}"`);
  if (trail.includes(id)) throw new CompileError('unknown_metric', `metric "${id}" contains itself`);
  if (metric.expression !== undefined) return planExpression(ctx, metric, metric.expression, where);
  const children = Object.entries(metric.children).map(([child, weight]) => ({ weight, plan: planMetric(ctx, child, where, [...trail, id]) }));
  if (children.length === 0) throw new CompileError('unknown_metric', `metric "${id}" has neither an expression nor children`);
  return {
    atoms: children.flatMap(({ plan }) => plan.atoms),
    sql: (atomSql) => `(${children.map(({ weight, plan }) => `${weight} * ${plan.sql(atomSql)}`).join(' + ')})`,
    additive: false,
    numeric: true,
  };
}

function planExpression(ctx: CompileContext, metric: ModelMetric, source: string, where: Filter[]): MeasurePlan {
  const expression = withColumnClocks(ctx, parseExpression(source));
  const atoms = new Map<Expression, Atom>();
  const collect = (node: Expression): void => {
    expressionSql(ctx, node, {
      column: (ref) => {
        throw new CompileError('bad_expression', `"${ref.table}.${ref.column}" stands outside an aggregate in "${metric.id}"`);
      },
      aggregate: (call) => {
        if (!isAggregate(call.name)) return undefined;
        atoms.set(call, atomOf(ctx, call, where));
        return 'NULL';
      },
    });
  };
  collect(expression);
  return {
    atoms: [...atoms.values()],
    sql: (atomSql) =>
      expressionSql(ctx, expression, {
        column: () => 'NULL',
        aggregate: (call) => {
          const atom = atoms.get(call);
          return atom && atomSql(atom);
        },
      }),
    additive: expression.kind === 'call' && (expression.name === 'sum' || (expression.name === 'count' && !expression.distinct)),
    numeric: true,
  };
}

function atomOf(ctx: CompileContext, call: Call, where: Filter[]): Atom {
  const [argument] = call.args;
  const tables = [...new Set([...call.args.flatMap((arg) => actualTables(ctx, arg)), ...(call.filter ? actualTables(ctx, call.filter) : [])])];
  const home = homeOf(ctx.model.joins, tables);
  if (home === undefined) throw new CompileError('fan_out', `no table looks up all of ${tables.join(', ')}`);
  return {
    home,
    fn: call.name,
    distinct: call.distinct,
    ...(call.within && { within: call.within }),
    argument: argument && argument.kind !== 'rows' ? argument : null,
    condition: call.filter ?? null,
    where,
  };
}

function actualTables(ctx: CompileContext, node: Expression): string[] {
  const columns = columnsOf(node).map((ref) => ctx.column(ref).table);
  return columns.length > 0 ? columns : tablesOf(node).map((table) => ctx.countedTable(table).name);
}
