import type { Dimension, Filter, Measure, Order, OutputColumn, SemanticQuery } from '@querent/contracts';
import { AGGREGATES } from '@querent/model';
import type { Asked } from '../statement/asked';
import { addDays, yearBefore } from '../time/civil-date';
import type { CompileContext } from '../statement/compile-context';
import { CompileError } from '../statement/compile-error';
import { conditionsSql } from '../conditions/condition-sql';
import {
  groupKeys,
  identityOf,
  identityOfDimension,
  isKnown,
  keysOfKnown,
  type GroupKey,
  type ListedRows,
} from './group-key';
import { comparedPeriods, groupedSql } from './grouped-sql';
import { countOrSum, planMeasure, valueOrZero, type Atom, type MeasurePlan } from './measure-plan';
import { describeColumn, describeDimension, describeMeasure } from '../statement/output-column';
import { groupsOverlap } from './overlapping-groups';
import { limitSql } from '../statement/limit-sql';
import { boundValueSql, comparisonSql } from '../conditions/others-sql';
import { periodSpineSql, STEP } from '../time/period-spine';
import { quoteLiteral } from '../statement/quoting';
import { Scope } from '../statement/scope';
import { lowEnd, noneNote, thingsSql } from './things-with-none';

export interface Statement {
  sql: string;
  columns: OutputColumn[];
  /** What the answer discloses of how the rows were chosen. */
  notes?: string[];
}

type ShownColumn = Omit<OutputColumn, 'key'> & { sql: string };

/** One column of the measured relation: `m1` its value, in a comparison `b1` its value in the base period. */
interface Measured {
  measure: Measure;
  current: MeasurePlan;
  base: MeasurePlan | null;
}

/**
 * A query with measures or dimensions. Layers, each a WITH clause over the one before: facts (`f1`…,
 * brought together in `g`), measures (`m`), shares of the total (`s`), the groups to choose among and the
 * conditions on measures (`c`), rank within a dimension (`r`).
 *
 * @param listed where the groups are the rows of a table
 */
export function aggregateStatement(ctx: CompileContext, query: SemanticQuery, listed?: ListedRows): Statement {
  const owner = listed?.owner;
  const all = groupKeys(ctx, query.dimensions, listed);
  const keys = owner === undefined ? all : identityOf(ctx, all, owner);
  const measured = query.measures.map((measure) => measuredOf(ctx, query, measure));
  const bounded = query.having.map(({ measure }) => measuredOf(ctx, query, measure));
  if (bounded.some(({ current }) => !current.numeric))
    throw new CompileError('bad_type', 'a condition on a measure needs a number');
  const asked: Asked = {
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
  if (owner !== undefined) layer = ownerLayer(ctx, owner, all, keys, layer);
  layer = seriesLayer(ctx, query, { keys, atoms, asked }, measured, layer);
  layer = shareLayer(ctx, query, asked, [...valuesOf(measured, 'm'), ...valuesOf(bounded, 'x')], layer);
  const valued = grouped.hasThings && low ? low.columns.map((column) => `(q OR ${column} IS NOT NULL)`) : [];
  const ofNamed: OfNamed = (bound, named) => {
    const plan = bounded[bound]?.current;
    if (!plan || query.having[bound]?.measure.share)
      throw new CompileError('bad_share', 'a share is not held against that of others');
    return namedLayer(ctx, plan, asked, named, ctx.nextPrefix());
  };
  layer = chosenLayer(
    ctx,
    query,
    [...valued, ...(isChoice(query) ? keysOfKnown(ctx, keys, listed).map(isKnown) : [])],
    layer,
    ofNamed,
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
  return grouped.hasThings && low ? { ...statement, notes: [noneNote(ctx, low)] } : statement;
}

/**
 * Whether a query chooses among groups, by a bound or by their rank ("which", "top 3", "more than 5"), or has a row for
 * each thing.
 */
export function isChoice({ having, limit, order, measures, dimensions, withNone }: SemanticQuery): boolean {
  const [first] = order;
  const isRanked = first
    ? ['measure', 'change', 'growth'].includes(first.by.kind)
    : measures.length > 0 && dimensions.every(({ grain }) => grain === undefined);
  return withNone === true || having.length > 0 || (limit !== null && isRanked);
}

/** A value of the measured relation: `m1`, `b1` of the base period, `x1` of a condition. */
interface Value {
  alias: string;
  measure: Measure;
  plan: MeasurePlan;
}

function valuesOf(measured: readonly Measured[], letter: 'm' | 'x'): Value[] {
  return measured.flatMap(({ measure, current, base }, index): Value[] => [
    { alias: `${letter}${index + 1}`, measure, plan: current },
    ...(base && letter === 'm' ? [{ alias: `b${index + 1}`, measure, plan: base }] : []),
  ]);
}

/** Listed rows show their own columns and what they look up, whatever the rows that are counted look up. */
function ownerLayer(
  ctx: CompileContext,
  owner: string,
  all: readonly GroupKey[],
  identity: readonly GroupKey[],
  from: string,
): string {
  const scope = new Scope(ctx, owner);
  const shown = all.filter((key) => !identity.includes(key));
  const columns = [...identity, ...shown].map((key) => `${key.sql(scope)} AS ${key.alias}`);
  const same = identity.map(({ alias }) => `o.${alias} = ${from}.${alias}`).join(' AND ');
  return addLayer(
    ctx,
    'l',
    `SELECT ${[`${from}.*`, ...shown.map(({ alias }) => `o.${alias}`)].join(', ')} FROM ${from} JOIN (SELECT ${columns.join(', ')} FROM ${scope.fromSql()}) AS o ON ${same}`,
  );
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

function addLayer(ctx: CompileContext, name: string, sql: string): string {
  ctx.withClauses.push(`${name} AS (\n    ${sql}\n  )`);
  return name;
}

/**
 * A share is the part of the measure's own total over everything that is asked about, computed by itself: groups may
 * overlap, or leave rows out, and distinct values do not add up.
 */
function shareLayer(
  ctx: CompileContext,
  query: SemanticQuery,
  asked: Asked,
  values: readonly Value[],
  from: string,
): string {
  const shares = values.filter(({ measure }) => isShareOfTotal(measure));
  if (shares.length === 0) return from;
  if (query.dimensions.length === 0) throw new CompileError('bad_share', 'a share of the total needs groups');
  const without = shares.find(({ plan }) => countOrSum(plan) === undefined);
  if (without)
    throw new CompileError('bad_share', `"${without.measure.label}" is no count or sum, so it has no share of a total`);
  const whole = groupedSql(ctx, {
    keys: [],
    atoms: shares.flatMap(({ plan }) => plan.atoms),
    asked,
    conditions: conditionsSql,
    prefix: 'w',
  });
  const total = addLayer(
    ctx,
    'w',
    `SELECT ${shares.map(({ alias, plan }) => `${plan.sql(whole.atomSql)} AS ${alias}`).join(', ')} FROM ${whole.name}`,
  );
  const columns = shares.map(({ alias }) => `${from}.${alias}::numeric / NULLIF(${total}.${alias}, 0) AS s${alias}`);
  return addLayer(ctx, 's', `SELECT ${from}.*, ${columns.join(', ')} FROM ${from} CROSS JOIN ${total}`);
}

/** Puts the value of the period before, or of the same period a year before, beside each period's own. */
function seriesLayer(
  ctx: CompileContext,
  query: SemanticQuery,
  grouped: { keys: readonly GroupKey[]; atoms: readonly Atom[]; asked: Asked },
  measured: readonly Measured[],
  from: string,
): string {
  const { series, compare } = query;
  if (!series) return from;
  const { keys, asked } = grouped;
  const [only, ...others] = measured;
  const dimension = query.dimensions[series.dimension];
  if (!only || others.length > 0 || !only.current.numeric || compare || only.measure.share)
    throw new CompileError('bad_time', 'a series of periods is of one number');
  if (!dimension?.grain) throw new CompileError('bad_time', 'a series needs a time dimension with a grain');
  if (series.to === 'year_before' && dimension.grain === 'week')
    throw new CompileError('bad_grain', 'a week has no week a year before');
  const period = `k${series.dimension + 1}`;
  const step = series.to === 'previous' ? STEP[dimension.grain] : STEP.year;
  const same = (base: string): string =>
    keys
      .map(({ alias }) =>
        alias === period
          ? `${base}.${alias} = (${from}.${alias} - interval ${quoteLiteral(step)})::date`
          : `${base}.${alias} IS NOT DISTINCT FROM ${from}.${alias}`,
      )
      .join(' AND ');
  if (series.to === 'previous')
    return addLayer(ctx, 'p', `SELECT ${from}.*, p.m1 AS b1 FROM ${from} LEFT JOIN ${from} AS p ON ${same('p')}`);
  const earlier = { ...asked, filters: asked.filters.map((filter) => aYearBefore(ctx, filter, dimension)) };
  const before = groupedSql(ctx, {
    keys,
    atoms: grouped.atoms,
    asked: earlier,
    conditions: conditionsSql,
    prefix: 'y',
  });
  const value = valueOrZero(only.current, before.atomSql);
  const base = addLayer(
    ctx,
    'y',
    `SELECT ${[...keys.map(({ alias }) => alias), `${value} AS m1`].join(', ')} FROM ${before.name}`,
  );
  const known = countOrSum(only.current) ? `COALESCE(${base}.m1, 0)` : `${base}.m1`;
  return addLayer(ctx, 'p', `SELECT ${from}.*, ${known} AS b1 FROM ${from} LEFT JOIN ${base} ON ${same(base)}`);
}

function aYearBefore(ctx: CompileContext, filter: Filter, dimension: Dimension): Filter {
  if (filter.kind !== 'time' || filter.negated || ctx.column(filter.column) !== ctx.column(dimension.column))
    return filter;
  const { from, to } = filter.range;
  // The last day moves, not the one after it: the whole of February 2024 follows on that of 2023.
  const earlier = { from: from && yearBefore(from), to: to && addDays(yearBefore(addDays(to, -1)), 1) };
  return { ...filter, range: { ...filter.range, ...earlier } };
}

/** The figure of all rows that also satisfy the conditions, as column `v` of a relation with one row. */
function namedLayer(
  ctx: CompileContext,
  plan: MeasurePlan,
  asked: Asked,
  named: readonly Filter[],
  prefix: string,
): string {
  const whole = { ...asked, filters: [...asked.filters, ...named], ofFigure: [...(asked.ofFigure ?? []), ...named] };
  const grouped = groupedSql(ctx, { keys: [], atoms: plan.atoms, asked: whole, conditions: conditionsSql, prefix });
  return addLayer(ctx, `${prefix}v`, `SELECT ${valueOrZero(plan, grouped.atomSql)} AS v FROM ${grouped.name}`);
}

type OfNamed = (bound: number, named: readonly Filter[]) => string;

function chosenLayer(
  ctx: CompileContext,
  query: SemanticQuery,
  groups: readonly string[],
  from: string,
  ofNamed: OfNamed,
): string {
  const bounds = query.having.map((bound, index) => {
    const figure = shownValue(bound.measure, `x${index + 1}`);
    const among = groups.length > 0 ? ` WHERE ${groups.join(' AND ')}` : '';
    // The groups that are chosen among, before any bound; or the rows that satisfy the conditions, as one group of
    // their own.
    const than = boundValueSql(ctx, bound, ({ fn, among: named }) =>
      named
        ? `SELECT ${AGGREGATES[fn].sql('v')} FROM ${ofNamed(index, named)}`
        : `SELECT ${AGGREGATES[fn].sql(figure)} FROM ${from}${among}`,
    );
    return `${figure} ${comparisonSql(bound.op)} ${than}`;
  });
  const conditions = [...groups, ...bounds];
  return conditions.length === 0 ? from : addLayer(ctx, 'c', `SELECT * FROM ${from} WHERE ${conditions.join(' AND ')}`);
}

function rankLayer(
  ctx: CompileContext,
  query: SemanticQuery,
  from: string,
  order: readonly string[],
  within: readonly string[],
): string {
  if (query.limitPer === null || query.limit === null) return from;
  if (!query.dimensions[query.limitPer])
    throw new CompileError('bad_limit', 'the limit holds within a dimension that the query does not have');
  return addLayer(
    ctx,
    'r',
    `SELECT ${from}.*, row_number() OVER (PARTITION BY ${within.join(', ')} ORDER BY ${order.join(', ')}) AS n FROM ${from}`,
  );
}

/** Order terms with missing values last, made total by the keys so that equal runs give equal rows. */
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

/** Time runs forward; other groups start with the greatest value. */
function defaultOrder(query: SemanticQuery): string[] {
  const times = query.dimensions.flatMap((dimension, index) =>
    dimension.grain || dimension.part ? [`k${index + 1} ASC NULLS LAST`] : [],
  );
  const [measure] = query.measures;
  return times.length > 0 || !measure || query.dimensions.length === 0
    ? times
    : [`${shownMeasure(measure, 0)} DESC NULLS LAST`];
}

const isShareOfTotal = (measure: Measure): boolean => measure.share?.of === 'total';
const shownValue = (measure: Measure, alias: string): string => `${isShareOfTotal(measure) ? 's' : ''}${alias}`;
const shownMeasure = (measure: Measure, index: number): string => shownValue(measure, `m${index + 1}`);
const baseMeasure = (measure: Measure, index: number): string => shownValue(measure, `b${index + 1}`);
const changeSql = (measure: Measure, index: number): string =>
  `(${shownMeasure(measure, index)} - ${baseMeasure(measure, index)})`;
/** Against the size of the base, so that a rise from a negative value is a rise. */
const growthSql = (measure: Measure, index: number): string =>
  `(${changeSql(measure, index)}::numeric / NULLIF(abs(${baseMeasure(measure, index)}), 0))`;

function finalSelect(
  query: SemanticQuery,
  from: string,
  shown: readonly ShownColumn[],
  order: readonly string[],
): Statement {
  if (shown.length === 0) throw new CompileError('empty_query', 'the query asks for nothing');
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

/** `2025年（2025-01-01 至 2025-12-31）` names a column as `2025年`. */
const shortLabel = (label: string): string => label.split(/[（(]/)[0]?.trim() || label;
