import type { CompareOperator, Measure, Order, OutputColumn, SemanticQuery } from '@querent/contracts';
import type { CompileContext } from './compile-context';
import { CompileError } from './compile-error';
import { groupKeys, type GroupKey } from './group-key';
import { groupedSql } from './grouped-sql';
import { planMeasure, type MeasurePlan } from './measure-plan';
import { nearCondition } from './near-sql';
import { describeDimension, describeMeasure } from './output-column';

export interface Statement {
  sql: string;
  columns: OutputColumn[];
}

/** One column of the measured relation: `m1` its value, in a comparison `b1` its value in the base period. */
interface Measured {
  measure: Measure;
  current: MeasurePlan;
  base: MeasurePlan | null;
}

/**
 * A query with measures or dimensions. Layers, each a WITH clause over the one before: facts (`f1`…,
 * brought together in `g`), measures (`m`), shares of the total (`s`), conditions on measures (`c`),
 * rank within a dimension (`r`).
 */
export function aggregateStatement(ctx: CompileContext, query: SemanticQuery): Statement {
  const keys = groupKeys(ctx, query.dimensions);
  const measured = query.measures.map((measure) => measuredOf(ctx, query, measure));
  const conditions = query.having.map(({ measure }) => (query.compare ? measuredOf(ctx, query, measure).current : planMeasure(ctx, measure)));
  if (conditions.some((plan) => !plan.numeric)) throw new CompileError('bad_type', 'a condition on a measure needs a number');
  const atoms = [...measured.flatMap(({ current, base }) => [...current.atoms, ...(base?.atoms ?? [])]), ...conditions.flatMap((plan) => plan.atoms)];
  const grouped = groupedSql(ctx, query, keys, atoms, (scope) => nearCondition(scope, query.near));
  const values = [
    ...measured.flatMap(({ current, base }, index) => [`${current.sql(grouped.atomSql)} AS m${index + 1}`, ...(base ? [`${base.sql(grouped.atomSql)} AS b${index + 1}`] : [])]),
    ...conditions.map((plan, index) => `${plan.sql(grouped.atomSql)} AS x${index + 1}`),
  ];
  let layer = addLayer(ctx, 'm', `SELECT ${[...keys.map((key) => key.alias), ...values].join(', ')} FROM ${grouped.name}`);
  layer = shareLayer(ctx, query, layer);
  layer = havingLayer(ctx, query, layer);
  const order = orderTerms(ctx, query, keys);
  layer = rankLayer(ctx, query, layer, order);
  return finalSelect(ctx, query, layer, order);
}

function measuredOf(ctx: CompileContext, { compare }: SemanticQuery, measure: Measure): Measured {
  if (!compare) return { measure, current: planMeasure(ctx, measure), base: null };
  return { measure, current: planMeasure(ctx, measure, { compare, range: compare.current }), base: planMeasure(ctx, measure, { compare, range: compare.base }) };
}

function addLayer(ctx: CompileContext, name: string, sql: string): string {
  ctx.withClauses.push(`${name} AS (\n    ${sql}\n  )`);
  return name;
}

/** A share is taken of all groups, before conditions and limits hide some of them. */
function shareLayer(ctx: CompileContext, query: SemanticQuery, from: string): string {
  const shares = query.measures.flatMap((measure, index) => (measure.share?.of === 'total' ? [{ measure, index: index + 1 }] : []));
  if (shares.length === 0) return from;
  for (const { measure } of shares) {
    if (query.dimensions.length === 0) throw new CompileError('bad_share', 'a share of the total needs groups');
    const { share: _share, ...whole } = measure;
    if (!planMeasure(ctx, whole).additive) throw new CompileError('bad_share', `"${measure.label}" does not add up over groups, so it has no share of a total`);
  }
  const ratio = (column: string) => `${column}::numeric / NULLIF(sum(${column}) OVER (), 0)`;
  const columns = shares.flatMap(({ index }) => [`${ratio(`m${index}`)} AS s${index}`, ...(query.compare ? [`${ratio(`b${index}`)} AS sb${index}`] : [])]);
  return addLayer(ctx, 's', `SELECT ${from}.*, ${columns.join(', ')} FROM ${from}`);
}

function havingLayer(ctx: CompileContext, query: SemanticQuery, from: string): string {
  if (query.having.length === 0) return from;
  const sql = (op: CompareOperator) => (op === '!=' ? 'IS DISTINCT FROM' : op);
  const conditions = query.having.map(({ op, value }, index) => `x${index + 1} ${sql(op)} ${ctx.params.bind(value, 'numeric')}`);
  return addLayer(ctx, 'c', `SELECT * FROM ${from} WHERE ${conditions.join(' AND ')}`);
}

function rankLayer(ctx: CompileContext, query: SemanticQuery, from: string, order: readonly string[]): string {
  if (query.limitPer === null || query.limit === null) return from;
  if (!query.dimensions[query.limitPer]) throw new CompileError('bad_limit', 'the limit holds within a dimension that the query does not have');
  const partition = `k${query.limitPer + 1}`;
  return addLayer(ctx, 'r', `SELECT ${from}.*, row_number() OVER (PARTITION BY ${partition} ORDER BY ${order.join(', ')}) AS n FROM ${from}`);
}

/** Order terms with missing values last, made total by the keys so that equal runs give equal rows. */
function orderTerms(ctx: CompileContext, query: SemanticQuery, keys: readonly GroupKey[]): string[] {
  const asked = query.order.map((order) => `${orderedBy(ctx, query, order)} ${order.direction.toUpperCase()} NULLS LAST`);
  const terms = asked.length > 0 ? asked : defaultOrder(query);
  const tiebreak = keys.map((key) => `${key.alias} ASC NULLS LAST`).filter((term) => !terms.some((known) => known.split(' ')[0] === term.split(' ')[0]));
  return [...terms, ...tiebreak];
}

function orderedBy(ctx: CompileContext, query: SemanticQuery, { by }: Order): string {
  if (by.kind === 'distance') throw new CompileError('bad_order', 'groups have no distance');
  if (by.kind === 'dimension') {
    if (!query.dimensions[by.index]) throw new CompileError('bad_order', `there is no dimension ${by.index}`);
    return `k${by.index + 1}`;
  }
  if (by.kind === 'column') {
    const wanted = ctx.column(by.column);
    const index = query.dimensions.findIndex((dimension) => {
      const column = ctx.column(dimension.column);
      return column.table === wanted.table && column.name === wanted.name;
    });
    if (index < 0) throw new CompileError('bad_order', `groups cannot be ordered by "${by.column.table}.${by.column.column}", which differs within them`);
    return `k${index + 1}`;
  }
  const measure = query.measures[by.index];
  if (!measure) throw new CompileError('bad_order', `there is no measure ${by.index}`);
  if (by.kind === 'measure') return shownMeasure(measure, by.index);
  if (!query.compare) throw new CompileError('bad_order', 'only a comparison of two periods has a change');
  return by.kind === 'change' ? changeSql(measure, by.index) : growthSql(measure, by.index);
}

/** Time runs forward; other groups start with the greatest value. */
function defaultOrder(query: SemanticQuery): string[] {
  const times = query.dimensions.flatMap((dimension, index) => (dimension.grain ? [`k${index + 1} ASC NULLS LAST`] : []));
  const [measure] = query.measures;
  return times.length > 0 || !measure || query.dimensions.length === 0 ? times : [`${shownMeasure(measure, 0)} DESC NULLS LAST`];
}

const isShareOfTotal = (measure: Measure): boolean => measure.share?.of === 'total';
const shownMeasure = (measure: Measure, index: number): string => `${isShareOfTotal(measure) ? 's' : 'm'}${index + 1}`;
const baseMeasure = (measure: Measure, index: number): string => `${isShareOfTotal(measure) ? 'sb' : 'b'}${index + 1}`;
const changeSql = (measure: Measure, index: number): string => `(${shownMeasure(measure, index)} - ${baseMeasure(measure, index)})`;
/** Against the size of the base, so that a rise from a negative value is a rise. */
const growthSql = (measure: Measure, index: number): string => `(${changeSql(measure, index)}::numeric / NULLIF(abs(${baseMeasure(measure, index)}), 0))`;

function finalSelect(ctx: CompileContext, query: SemanticQuery, from: string, order: readonly string[]): Statement {
  const shown = [
    ...query.dimensions.map((dimension, index) => ({ sql: `k${index + 1}`, ...describeDimension(ctx, dimension) })),
    ...query.measures.flatMap((measure, index) => measureColumns(ctx, query, measure, index)),
  ];
  if (shown.length === 0) throw new CompileError('empty_query', 'the query asks for nothing');
  const ranked = query.limitPer !== null && query.limit !== null;
  const [partition, ...rest] = ranked ? [`k${(query.limitPer ?? 0) + 1} ASC NULLS LAST`, ...order] : order;
  const lines = [
    `SELECT ${shown.map(({ sql }, index) => `${sql} AS c${index + 1}`).join(', ')}`,
    `FROM ${from}`,
    ...(ranked ? [`WHERE n <= ${query.limit}`] : []),
    ...(partition === undefined ? [] : [`ORDER BY ${[partition, ...rest].join(', ')}`]),
    ...(query.limit !== null && !ranked ? [`LIMIT ${query.limit}`] : []),
  ];
  return { sql: lines.join('\n'), columns: shown.map(({ sql: _sql, ...column }, index) => ({ key: `c${index + 1}`, ...column })) };
}

function measureColumns(ctx: CompileContext, { compare }: SemanticQuery, measure: Measure, index: number): (Omit<OutputColumn, 'key'> & { sql: string })[] {
  const described = describeMeasure(ctx, measure);
  const value = shownMeasure(measure, index);
  if (!compare) return [{ sql: value, ...described }];
  const words = ctx.options.locale === 'zh' ? { change: '变化', growth: '增长率' } : { change: 'change', growth: 'growth' };
  return [
    { sql: value, ...described, label: `${measure.label} · ${shortLabel(compare.current.label)}` },
    { sql: baseMeasure(measure, index), ...described, label: `${measure.label} · ${shortLabel(compare.base.label)}` },
    { sql: changeSql(measure, index), ...described, role: 'change', label: `${measure.label} · ${words.change}` },
    { sql: growthSql(measure, index), label: `${measure.label} · ${words.growth}`, role: 'growth', format: 'percent' },
  ];
}

/** `2025年（2025-01-01 至 2025-12-31）` names a column as `2025年`. */
const shortLabel = (label: string): string => label.split(/[（(]/)[0]?.trim() || label;
