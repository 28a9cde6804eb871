import type { Measure, Order, OutputColumn, SemanticQuery } from '@querent/contracts';
import type { AskedConditions } from '../statement/asked-conditions';
import type { CompileContext } from '../statement/compile-context';
import { CompileError } from '../statement/compile-error';
import { conditionsSql } from '../conditions/condition-sql';
import {
  groupKeys,
  groupsOverlap,
  identityOf,
  identityOfDimension,
  isPresent,
  requiredKeys,
  type GroupKey,
  type ListedRows,
} from './group-key';
import { comparedPeriods, groupedSql } from './grouped-sql';
import {
  addLayer,
  baseMeasure,
  chosenLayer,
  listedRowsLayer,
  namedValueLayer,
  rankLayer,
  seriesLayer,
  shareLayer,
  shownMeasure,
  type Measured,
  type NamedValue,
  type Value,
} from './measure-layers';
import { countOrSum, planMeasure, valueOrZero, type MeasurePlan } from './measure-plan';
import { describeColumn, describeDimension, describeMeasure } from '../statement/output-column';
import { limitSql } from '../statement/limit-sql';
import { periodSpineSql } from '../time/period-spine';
import { lowEnd, withoutRowsNote, thingsSql } from './things-without-rows';

export interface Statement {
  sql: string;
  columns: OutputColumn[];
  /** Disclosures about how the rows were selected. */
  notes?: string[];
}

type ShownColumn = Omit<OutputColumn, 'key'> & { sql: string };

/**
 * The statement of a query with measures or dimensions. It is built in layers, each a WITH clause over the previous
 * one: facts (`f1`…, joined in `g`), measures (`m`), columns of listed rows (`l`), the previous period (`p`), shares of
 * the total (`s`), bounds (`c`), rank within a dimension (`r`).
 *
 * @param listed given if the groups are the rows of a table
 */
export function aggregateStatement(ctx: CompileContext, query: SemanticQuery, listed?: ListedRows): Statement {
  const owner = listed?.owner;
  const all = groupKeys(ctx, query.dimensions, listed);
  const keys = owner === undefined ? all : identityOf(ctx, all, owner);
  const measured = query.measures.map((measure) => measuredOf(ctx, query, measure));
  const bounded = query.having.map(({ measure }) => measuredOf(ctx, query, measure));
  if (bounded.some(({ current }) => !current.numeric))
    throw new CompileError('bad_type', 'a bound on a measure needs a number');
  const asked: AskedConditions = {
    anchor: ctx.table(query.subject.name).name,
    filters: [...query.filters, ...comparedPeriods(query)],
    near: query.near,
  };
  const atoms = [
    ...measured.flatMap(({ current, base }) => [...current.atoms, ...(base?.atoms ?? [])]),
    ...bounded.flatMap(({ current }) => current.atoms),
  ];
  const low =
    keys.length === 0
      ? undefined
      : lowEnd(
          query,
          measured.map(({ current }) => current),
          bounded.map(({ current }) => current),
        );
  const things = low && ((facts: readonly string[]) => thingsSql(ctx, query, asked, { keys, owner, low, facts }));
  const periods = (): string | undefined => (keys.length === 0 ? undefined : periodSpineSql(ctx, query));
  const grouped = groupedSql(ctx, {
    keys,
    atoms,
    asked,
    conditions: conditionsSql,
    periods,
    ...(things && { things }),
  });
  const values = [...valuesOf(measured, 'm'), ...valuesOf(bounded, 'x')].map(
    ({ alias, plan }) =>
      `${keys.length > 0 || query.compare !== null ? valueOrZero(plan, grouped.atomSql) : plan.sql(grouped.atomSql)} AS ${alias}`,
  );
  let layer = addLayer(
    ctx,
    'm',
    `SELECT ${[...keys.map((key) => key.alias), ...values, ...(grouped.hasThings ? ['q'] : [])].join(', ')} FROM ${grouped.name}`,
  );
  if (owner !== undefined) layer = listedRowsLayer(ctx, owner, all, keys, layer);
  layer = seriesLayer(ctx, query, { keys, atoms, asked }, measured, layer);
  layer = shareLayer(ctx, query, asked, [...valuesOf(measured, 'm'), ...valuesOf(bounded, 'x')], layer);
  const valued = grouped.hasThings && low ? low.columns.map((column) => `(q OR ${column} IS NOT NULL)`) : [];
  const namedValue: NamedValue = (bound, named) => {
    const plan = bounded[bound]?.current;
    if (!plan || query.having[bound]?.measure.share)
      throw new CompileError('bad_share', 'a share cannot be compared with the share of others');
    return namedValueLayer(ctx, plan, asked, named, ctx.nextPrefix());
  };
  layer = chosenLayer(
    ctx,
    query,
    [...valued, ...(isChoice(query) ? requiredKeys(ctx, keys, listed).map(isPresent) : [])],
    layer,
    namedValue,
  );
  const order = orderTerms(ctx, query, all);
  const within = query.limitPer === null || query.limit === null ? [] : identityOfDimension(ctx, keys, query.limitPer);
  layer = rankLayer(ctx, query, layer, order, within);
  const shown = [
    ...query.dimensions.map((dimension, index) => ({
      sql: `k${index + 1}`,
      ...(listed ? describeColumn(ctx, ctx.column(dimension.column)) : describeDimension(ctx, dimension)),
      label: dimension.label,
    })),
    ...query.measures.flatMap((measure, index) =>
      measureColumns(ctx, query, measure, index, overlaps(ctx, measured[index]?.current, keys)),
    ),
  ];
  const statement = finalSelect(query, layer, shown, [...within.map((key) => `${key} ASC NULLS LAST`), ...order]);
  return grouped.hasThings && low ? { ...statement, notes: [withoutRowsNote(ctx, low)] } : statement;
}

/**
 * Whether a query selects groups by a bound or by their rank ("which", "top 3", "more than 5"), or lists every thing.
 * Such a query has no group for missing keys.
 */
export function isChoice({ having, limit, order, measures, dimensions, withNone }: SemanticQuery): boolean {
  const [first] = order;
  const isRanked = first
    ? ['measure', 'change', 'growth'].includes(first.by.kind)
    : measures.length > 0 && dimensions.every(({ grain }) => grain === undefined);
  return withNone === true || having.length > 0 || (limit !== null && isRanked);
}

function valuesOf(measured: readonly Measured[], letter: 'm' | 'x'): Value[] {
  return measured.flatMap(({ measure, current, base }, index): Value[] => [
    { alias: `${letter}${index + 1}`, measure, plan: current },
    ...(base && letter === 'm' ? [{ alias: `b${index + 1}`, measure, plan: base }] : []),
  ]);
}

function overlaps(ctx: CompileContext, plan: MeasurePlan | undefined, keys: readonly GroupKey[]): boolean {
  const atom = plan && countOrSum(plan);
  return atom !== undefined && groupsOverlap(ctx, atom, keys);
}

function measuredOf(ctx: CompileContext, { compare }: SemanticQuery, measure: Measure): Measured {
  if (!compare) return { measure, current: planMeasure(ctx, measure), base: null };
  return {
    measure,
    current: planMeasure(ctx, measure, { compare, range: compare.current }),
    base: planMeasure(ctx, measure, { compare, range: compare.base }),
  };
}

/** Order terms, missing values last. The keys follow as tiebreak, so that repeated runs return the same rows. */
function orderTerms(ctx: CompileContext, query: SemanticQuery, keys: readonly GroupKey[]): string[] {
  const asked = query.order.map(
    (order) => `${orderedBy(ctx, query, order)} ${order.direction.toUpperCase()} NULLS LAST`,
  );
  const terms = asked.length > 0 ? asked : defaultOrder(query);
  const tiebreak = keys
    .map((key) => `${key.alias} ASC NULLS LAST`)
    .filter((term) => !terms.some((known) => known.split(' ')[0] === term.split(' ')[0]));
  return [...terms, ...tiebreak];
}

function orderedBy(ctx: CompileContext, query: SemanticQuery, { by }: Order): string {
  if (by.kind === 'distance') throw new CompileError('bad_order', 'groups have no distance');
  if (by.kind === 'dimension') {
    if (!query.dimensions[by.index]) throw new CompileError('bad_order', `there is no dimension ${by.index}`);
    return `k${by.index + 1}`;
  }
  if (by.kind === 'column') {
    if (by.since) throw new CompileError('bad_order', 'groups are ordered by a length of time as a measure of them');
    const wanted = ctx.column(by.column);
    const index = query.dimensions.findIndex((dimension) => {
      const column = ctx.column(dimension.column);
      return column.table === wanted.table && column.name === wanted.name;
    });
    if (index < 0)
      throw new CompileError(
        'bad_order',
        `groups cannot be ordered by "${by.column.table}.${by.column.column}", which differs within them`,
      );
    return `k${index + 1}`;
  }
  const measure = query.measures[by.index];
  if (!measure) throw new CompileError('bad_order', `there is no measure ${by.index}`);
  if (by.kind === 'measure') return shownMeasure(measure, by.index);
  if (!query.compare && !query.series) throw new CompileError('bad_order', 'only a comparison of periods has a change');
  return by.kind === 'change' ? changeSql(measure, by.index) : growthSql(measure, by.index);
}

/** Groups of time are in ascending order; other groups start with the greatest value. */
function defaultOrder(query: SemanticQuery): string[] {
  const times = query.dimensions.flatMap((dimension, index) =>
    dimension.grain || dimension.part ? [`k${index + 1} ASC NULLS LAST`] : [],
  );
  const [measure] = query.measures;
  return times.length > 0 || !measure || query.dimensions.length === 0
    ? times
    : [`${shownMeasure(measure, 0)} DESC NULLS LAST`];
}

const changeSql = (measure: Measure, index: number): string =>
  `(${shownMeasure(measure, index)} - ${baseMeasure(measure, index)})`;
/** Divided by the absolute base, so that an increase from a negative value is positive. */
const growthSql = (measure: Measure, index: number): string =>
  `(${changeSql(measure, index)}::numeric / NULLIF(abs(${baseMeasure(measure, index)}), 0))`;

function finalSelect(
  query: SemanticQuery,
  from: string,
  shown: readonly ShownColumn[],
  order: readonly string[],
): Statement {
  if (shown.length === 0) throw new CompileError('empty_query', 'the query has neither measures nor columns');
  const ranked = query.limitPer !== null && query.limit !== null;
  const { limit, offset = 0 } = { ...query, limit: query.limit ?? 0 };
  const lines = [
    `SELECT ${shown.map(({ sql }, index) => `${sql} AS c${index + 1}`).join(', ')}`,
    `FROM ${from}`,
    ...(ranked ? [`WHERE n <= ${offset + limit}${offset > 0 ? ` AND n > ${offset}` : ''}`] : []),
    ...(order.length === 0 ? [] : [`ORDER BY ${order.join(', ')}`]),
    ...(query.limit !== null && !ranked ? [limitSql(query)] : []),
  ];
  return {
    sql: lines.join('\n'),
    columns: shown.map(({ sql: _sql, ...column }, index) => ({ key: `c${index + 1}`, ...column })),
  };
}

function measureColumns(
  ctx: CompileContext,
  { compare, series }: SemanticQuery,
  measure: Measure,
  index: number,
  overlapping: boolean,
): ShownColumn[] {
  const described = { ...describeMeasure(ctx, measure), ...(overlapping && { overlapping }) };
  const value = shownMeasure(measure, index);
  if (!compare && !series) return [{ sql: value, ...described }];
  const words =
    ctx.options.locale === 'zh' ? { change: '变化', growth: '增长率' } : { change: 'change', growth: 'growth' };
  const before = ctx.options.locale === 'zh' ? '去年同期' : 'year before';
  return [
    { sql: value, ...described, ...(compare && { label: `${measure.label} · ${shortLabel(compare.current.label)}` }) },
    ...(series?.to === 'previous'
      ? []
      : [
          {
            sql: baseMeasure(measure, index),
            ...described,
            label: `${measure.label} · ${compare ? shortLabel(compare.base.label) : before}`,
          },
        ]),
    { sql: changeSql(measure, index), ...described, role: 'change', label: `${measure.label} · ${words.change}` },
    { sql: growthSql(measure, index), label: `${measure.label} · ${words.growth}`, role: 'growth', format: 'percent' },
  ];
}

/** Removes the dates from a label: `2025年（2025-01-01 至 2025-12-31）` becomes `2025年`. */
const shortLabel = (label: string): string => label.split(/[（(]/)[0]?.trim() || label;
