import {
  aggregatedColumns,
  type AggregateFunction,
  type CompareOperator,
  type DateRange,
  type Filter,
  type Grouping,
  type Measure,
  type OverFunction,
  type PeriodComparison,
  type Since,
} from '@querent/contracts';
import {
  AGGREGATES,
  type Call,
  columnsOf,
  type Expression,
  homeOf,
  isAggregate,
  isCounted,
  isExtreme,
  looksUp,
  type ModelColumn,
  type ModelMetric,
  parseExpression,
  tablesOf,
} from '@querent/model';
import { withColumnClocks } from '../time/clock-of-columns';
import type { CompileContext } from '../statement/compile-context';
import { CompileError } from '../statement/compile-error';
import { expressionSql } from '../statement/expression-sql';
import { isNumber } from '../conditions/predicate-sql';
import { timeKindOf, zone } from '../time/time-sql';

/** One aggregate over the rows of one table, computed without fan-out. */
export interface RowAtom {
  kind: 'rows';
  home: string;
  /** An aggregate of the function allow-list. */
  fn: string;
  distinct: boolean;
  /** What is aggregated; null counts rows. */
  argument: Expression | null;
  /** For a length of time: the column in which it begins. The argument is the column in which it ends. */
  since?: Since;
  /** `fn(direct) WITHIN GROUP (ORDER BY argument)`. */
  within?: Call['within'];
  /** From `FILTER (WHERE …)` in the metric's expression. */
  condition: Expression | null;
  /** Further conditions on the rows, from the question. */
  where: Filter[];
}

/** A measure that is computed per group and then aggregated over the groups: "average monthly revenue". */
export interface GroupAtom {
  kind: 'groups';
  /** The tables whose rows the measure aggregates. */
  homes: string[];
  fn: OverFunction;
  by: Grouping[];
  measure: Measure;
  /** Conditions on the rows of the groups. */
  filters: Filter[];
}

export type Atom = RowAtom | GroupAtom;

export const homesOf = (atoms: readonly Atom[]): string[] => [
  ...new Set(atoms.flatMap((atom) => (atom.kind === 'rows' ? [atom.home] : atom.homes))),
];

/** A measure as an expression over atoms. */
export interface MeasurePlan {
  atoms: Atom[];
  /** @param atomSql returns the column that has an atom's value */
  sql(atomSql: (atom: Atom) => string): string;
  /** False for values that cannot be computed with, such as the earliest date. */
  numeric: boolean;
}

/**
 * The only atom of a measure that is a plain count, distinct count or sum; undefined for other measures. Such a measure
 * can have a share of a total, and is 0 without rows.
 */
export function countOrSum({ atoms, sql }: MeasurePlan): RowAtom | undefined {
  const [only, ...others] = atoms;
  return only && others.length === 0 && addsUp(only) && sql(() => 'value') === 'value' ? only : undefined;
}

/** The SQL of a measure in which a plain sum without values is 0. A quotient of sums stays NULL, as in PostgreSQL. */
export function valueOrZero(plan: MeasurePlan, atomSql: (atom: Atom) => string): string {
  return countOrSum(plan)?.fn === 'sum' ? `COALESCE(${plan.sql(atomSql)}, 0)` : plan.sql(atomSql);
}

/** Whether a bound excludes things without rows, which have 0 of a count or sum. */
export function excludesZero(plan: MeasurePlan | undefined, op: CompareOperator, value: number): boolean {
  const matchesZero: Record<CompareOperator, boolean> = {
    '=': value === 0,
    '!=': value !== 0,
    '<': value > 0,
    '<=': value >= 0,
    '>': value < 0,
    '>=': value <= 0,
  };
  return plan !== undefined && countOrSum(plan) !== undefined && !matchesZero[op];
}

export const addsUp = (atom: Atom): atom is RowAtom =>
  atom.kind === 'rows' && (atom.fn === 'count' || atom.fn === 'sum');

/** Plans a measure. With `comparison`, only rows within `range` count. */
export function planMeasure(
  ctx: CompileContext,
  measure: Measure,
  comparison?: { compare: PeriodComparison; range: DateRange },
): MeasurePlan {
  const period: Filter[] = comparison
    ? [{ kind: 'time', column: comparison.compare.column, range: comparison.range, negated: false }]
    : [];
  if (measure.over) return overGroups(ctx, measure, period);
  const where = [...(measure.where ?? []), ...period];
  const whole = planValue(ctx, measure, where);
  if ((measure.share || comparison) && !whole.numeric)
    throw new CompileError('bad_type', `"${measure.label}" is not a number`);
  if (measure.per) return quotient(ctx, measure, whole, planMeasure(ctx, measure.per, comparison));
  if (measure.share?.of !== 'filtered') return whole;
  const part = planValue(ctx, measure, [...where, ...(measure.share.where ?? [])]);
  return {
    atoms: [...part.atoms, ...whole.atoms],
    sql: (atomSql) => `${valueOrZero(part, atomSql)}::numeric / NULLIF(${whole.sql(atomSql)}, 0)`,
    numeric: true,
  };
}

function overGroups(ctx: CompileContext, { over, ...measure }: Measure, period: Filter[]): MeasurePlan {
  if (!over) throw new CompileError('bad_expression', `"${measure.label}" has no groups to aggregate over`);
  if (measure.share)
    throw new CompileError('bad_share', `"${measure.label}" is aggregated over groups and cannot be a share`);
  const { where, ...inner } = measure;
  const filters = [...(measure.per ? [] : (where ?? [])), ...period];
  const figure: Measure = measure.per && where ? measure : inner;
  const plan = planMeasure(ctx, figure);
  if (!plan.numeric) throw new CompileError('bad_type', `"${measure.label}" is not a number`);
  const atom: GroupAtom = {
    kind: 'groups',
    homes: homesOf(plan.atoms),
    fn: over.fn,
    by: over.by,
    measure: figure,
    filters,
  };
  return { atoms: [atom], sql: (atomSql) => atomSql(atom), numeric: true };
}

function quotient(
  ctx: CompileContext,
  { label, share, per }: Measure,
  over: MeasurePlan,
  under: MeasurePlan,
): MeasurePlan {
  if (share || per?.share)
    throw new CompileError('bad_share', `"${label}" is divided by another measure and cannot be a share`);
  if (!over.numeric || !under.numeric) throw new CompileError('bad_type', `"${label}" is not a number`);
  return {
    atoms: [...over.atoms, ...under.atoms],
    sql: (atomSql) => `((${valueOrZero(over, atomSql)})::numeric / NULLIF(${valueOrZero(under, atomSql)}, 0))`,
    numeric: true,
  };
}

function planValue(ctx: CompileContext, measure: Measure, where: Filter[]): MeasurePlan {
  return measure.what.kind === 'metric'
    ? planMetric(ctx, measure.what.id, where, [])
    : planAggregate(ctx, measure.what, where);
}

function planAggregate(
  ctx: CompileContext,
  what: Extract<Measure['what'], { kind: 'aggregate' }>,
  where: Filter[],
): MeasurePlan {
  const table = (what.column ? ctx.table(what.table) : ctx.countedTable(what.table)).name;
  const column = what.column && ctx.column(what.column);
  if (!column && !isCounted(what.fn)) throw new CompileError('bad_expression', `"${what.fn}" needs a column`);
  // The rows of the named table are aggregated if it references the column's table; else those of the column's table.
  const home = homeOfColumns(
    ctx,
    table,
    aggregatedColumns(what).map((ref) => ctx.column(ref).table),
  );
  // A count of a boolean column, "how many are damaged", counts the rows where it is true.
  const countsTrue = column?.category === 'boolean' && !what.since && isCounted(what.fn);
  const atom: RowAtom = {
    kind: 'rows',
    home,
    fn: what.fn === 'count_distinct' ? 'count' : what.fn,
    distinct: what.fn === 'count_distinct' && column !== undefined && !countsTrue,
    argument: column && !countsTrue ? { kind: 'column', table: column.table, column: column.name } : null,
    ...(what.since && { since: what.since }),
    condition: column && countsTrue ? { kind: 'column', table: column.table, column: column.name } : null,
    where,
  };
  if (column && !what.since) requireFitting(column, what.fn);
  return {
    atoms: [atom],
    sql: (atomSql) =>
      column && !what.since && isExtreme(what.fn) ? shownExtreme(ctx, column, atomSql(atom)) : atomSql(atom),
    numeric:
      !isExtreme(what.fn) || column === undefined || what.since !== undefined || isNumber(column) || column.isYear,
  };
}

/**
 * The table whose rows are aggregated: the named table if it references the tables of all columns, else the one of
 * these tables that references the others.
 */
function homeOfColumns({ model }: CompileContext, table: string, columns: readonly string[]): string {
  if (columns.every((one) => looksUp(model.joins, table, one))) return table;
  const home = homeOf(model.joins, columns);
  if (home === undefined) throw new CompileError('fan_out', `no table looks up all of ${columns.join(', ')}`);
  return home;
}

function requireFitting(column: ModelColumn, fn: AggregateFunction): void {
  if (!AGGREGATES[fn].fits(column))
    throw new CompileError(
      'bad_type',
      `"${fn}" cannot be applied to "${column.table}.${column.name}" (${column.type})`,
    );
}

/** An extreme as it is shown: a moment as a day in the asker's time zone. */
function shownExtreme(ctx: CompileContext, column: ModelColumn, value: string): string {
  const kind = timeKindOf(column);
  if (kind === 'timestamp') return `${value}::date`;
  return kind === 'timestamptz' ? `(${value} AT TIME ZONE ${zone(ctx)})::date` : value;
}

/**
 * Plans a metric: its expression, or the weighted sum of its children. The sum is NULL if one child is NULL, because a
 * score over some of the children would be another metric.
 */
function planMetric(ctx: CompileContext, id: string, where: Filter[], trail: string[]): MeasurePlan {
  const metric = Object.hasOwn(ctx.model.metrics, id) ? ctx.model.metrics[id] : undefined;
  if (!metric) throw new CompileError('unknown_metric', `the model has no metric "${id}"`);
  if (trail.includes(id)) throw new CompileError('unknown_metric', `metric "${id}" contains itself`);
  if (metric.expression !== undefined) return planExpression(ctx, metric, metric.expression, where);
  const children = Object.entries(metric.children).map(([child, weight]) => ({
    weight,
    plan: planMetric(ctx, child, where, [...trail, id]),
  }));
  if (children.length === 0)
    throw new CompileError('unknown_metric', `metric "${id}" has neither an expression nor children`);
  return {
    atoms: children.flatMap(({ plan }) => plan.atoms),
    sql: (atomSql) => `(${children.map(({ weight, plan }) => `${weight} * ${plan.sql(atomSql)}`).join(' + ')})`,
    numeric: true,
  };
}

function planExpression(ctx: CompileContext, metric: ModelMetric, source: string, where: Filter[]): MeasurePlan {
  const expression = withColumnClocks(ctx, parseExpression(source));
  const atoms = new Map<Expression, Atom>();
  const collect = (node: Expression): void => {
    expressionSql(ctx, node, {
      column: (ref) => {
        throw new CompileError(
          'bad_expression',
          `"${ref.table}.${ref.column}" is outside an aggregate in "${metric.id}"`,
        );
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
    numeric: true,
  };
}

function atomOf(ctx: CompileContext, call: Call, where: Filter[]): RowAtom {
  const [argument] = call.args;
  const tables = [
    ...new Set([
      ...call.args.flatMap((arg) => actualTables(ctx, arg)),
      ...(call.filter ? actualTables(ctx, call.filter) : []),
    ]),
  ];
  const home = homeOf(ctx.model.joins, tables);
  if (home === undefined) throw new CompileError('fan_out', `no table looks up all of ${tables.join(', ')}`);
  return {
    kind: 'rows',
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
