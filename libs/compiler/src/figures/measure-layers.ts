import type { Dimension, Filter, Measure, SemanticQuery } from '@querent/contracts';
import { AGGREGATES } from '@querent/model';
import type { AskedConditions } from '../statement/asked-conditions';
import { addDays, yearBefore } from '../time/civil-date';
import type { CompileContext } from '../statement/compile-context';
import { CompileError } from '../statement/compile-error';
import { conditionsSql } from '../conditions/condition-sql';
import type { GroupKey } from './group-key';
import { groupedSql } from './grouped-sql';
import { countOrSum, valueOrZero, type Atom, type MeasurePlan } from './measure-plan';
import { boundValueSql, operatorSql } from '../conditions/bound-value-sql';
import { STEP } from '../time/period-spine';
import { quoteLiteral } from '../statement/quoting';
import { Scope } from '../statement/scope';

/** A measure of the query: `m1` is its value, and in a comparison `b1` its value in the base period. */
export interface Measured {
  measure: Measure;
  current: MeasurePlan;
  base: MeasurePlan | null;
}

/** A column of the layer `m`: `m1` is a measure, `b1` its value in the base period, `x1` the measure of a bound. */
export interface Value {
  alias: string;
  measure: Measure;
  plan: MeasurePlan;
}

/** Adds the columns of listed rows, read from these rows and the tables that they reference. */
export function listedRowsLayer(
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

/** Adds a WITH clause and returns its name. */
export function addLayer(ctx: CompileContext, name: string, sql: string): string {
  ctx.withClauses.push(`${name} AS (\n    ${sql}\n  )`);
  return name;
}

/**
 * Adds shares of the total. The total is computed separately over all rows of the question, because a sum over groups
 * would be wrong: groups may overlap or omit rows, and distinct counts do not add up.
 */
export function shareLayer(
  ctx: CompileContext,
  query: SemanticQuery,
  asked: AskedConditions,
  values: readonly Value[],
  from: string,
): string {
  const shares = values.filter(({ measure }) => isShareOfTotal(measure));
  if (shares.length === 0) return from;
  if (query.dimensions.length === 0) throw new CompileError('bad_share', 'a share of the total needs groups');
  const without = shares.find(({ plan }) => countOrSum(plan) === undefined);
  if (without)
    throw new CompileError(
      'bad_share',
      `"${without.measure.label}" is neither a count nor a sum, so it has no share of a total`,
    );
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

/** Adds to each period the value of the previous period, or of the same period a year earlier. */
export function seriesLayer(
  ctx: CompileContext,
  query: SemanticQuery,
  grouped: { keys: readonly GroupKey[]; atoms: readonly Atom[]; asked: AskedConditions },
  measured: readonly Measured[],
  from: string,
): string {
  const { series, compare } = query;
  if (!series) return from;
  const { keys, asked } = grouped;
  const [only, ...others] = measured;
  const dimension = query.dimensions[series.dimension];
  if (!only || others.length > 0 || !only.current.numeric || compare || only.measure.share)
    throw new CompileError('bad_time', 'a series of periods needs exactly one numeric measure');
  if (!dimension?.grain) throw new CompileError('bad_time', 'a series needs a time dimension with a grain');
  if (series.to === 'year_before' && dimension.grain === 'week')
    throw new CompileError('bad_grain', 'weeks cannot be compared with those of the previous year');
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
  // The last day moves, not the exclusive end: all of February 2024 is compared with all of February 2023.
  const earlier = { from: from && yearBefore(from), to: to && addDays(yearBefore(addDays(to, -1)), 1) };
  return { ...filter, range: { ...filter.range, ...earlier } };
}

/** The value of a measure over all rows that also satisfy `named`, as column `v` of a relation with one row. */
export function namedValueLayer(
  ctx: CompileContext,
  plan: MeasurePlan,
  asked: AskedConditions,
  named: readonly Filter[],
  prefix: string,
): string {
  const whole = { ...asked, filters: [...asked.filters, ...named], ofFigure: [...(asked.ofFigure ?? []), ...named] };
  const grouped = groupedSql(ctx, { keys: [], atoms: plan.atoms, asked: whole, conditions: conditionsSql, prefix });
  return addLayer(ctx, `${prefix}v`, `SELECT ${valueOrZero(plan, grouped.atomSql)} AS v FROM ${grouped.name}`);
}

/** The relation with the value of a bound over the rows that satisfy further conditions. */
export type NamedValue = (bound: number, named: readonly Filter[]) => string;

/** Keeps the groups with the required keys and within all bounds. */
export function chosenLayer(
  ctx: CompileContext,
  query: SemanticQuery,
  groups: readonly string[],
  from: string,
  namedValue: NamedValue,
): string {
  const bounds = query.having.map((bound, index) => {
    const figure = shownValue(bound.measure, `x${index + 1}`);
    const among = groups.length > 0 ? ` WHERE ${groups.join(' AND ')}` : '';
    // The comparison is with all groups before any bound, or with the rows that satisfy conditions as a single group.
    const than = boundValueSql(ctx, bound, ({ fn, among: named }) =>
      named
        ? `SELECT ${AGGREGATES[fn].sql('v')} FROM ${namedValue(index, named)}`
        : `SELECT ${AGGREGATES[fn].sql(figure)} FROM ${from}${among}`,
    );
    return `${figure} ${operatorSql(bound.op)} ${than}`;
  });
  const conditions = [...groups, ...bounds];
  return conditions.length === 0 ? from : addLayer(ctx, 'c', `SELECT * FROM ${from} WHERE ${conditions.join(' AND ')}`);
}

/** Numbers the rows within a dimension (`n`), for a limit per group. */
export function rankLayer(
  ctx: CompileContext,
  query: SemanticQuery,
  from: string,
  order: readonly string[],
  within: readonly string[],
): string {
  if (query.limitPer === null || query.limit === null) return from;
  if (!query.dimensions[query.limitPer])
    throw new CompileError('bad_limit', 'the limit applies within a dimension that the query does not have');
  return addLayer(
    ctx,
    'r',
    `SELECT ${from}.*, row_number() OVER (PARTITION BY ${within.join(', ')} ORDER BY ${order.join(', ')}) AS n FROM ${from}`,
  );
}

const isShareOfTotal = (measure: Measure): boolean => measure.share?.of === 'total';
const shownValue = (measure: Measure, alias: string): string => `${isShareOfTotal(measure) ? 's' : ''}${alias}`;
export const shownMeasure = (measure: Measure, index: number): string => shownValue(measure, `m${index + 1}`);
export const baseMeasure = (measure: Measure, index: number): string => shownValue(measure, `b${index + 1}`);
