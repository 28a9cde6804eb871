import type { ColumnRef, Filter, Measure, SemanticQuery } from './semantic-query';

/** A measure and the figures that it is divided by. */
export const figuresIn = (measure: Measure): Measure[] => [measure, ...(measure.per ? figuresIn(measure.per) : [])];

/** The conditions of a measure alone, with those of the figures that it is divided by. */
export const conditionsIn = (measure: Measure): Filter[] =>
  figuresIn(measure).flatMap(({ where, share }) => [...(where ?? []), ...(share?.where ?? [])]);

/** Whether a figure is that of `what` alone, and no quotient, share or aggregate over groups of it. */
export const isPlainFigure = ({ per, over, share }: Measure): boolean => !per && !over && !share;

/**
 * What a changed query has no more of: the change from period to period, a row for each thing, the n-th of an order.
 */
export const WITHOUT_FORMS = { series: undefined, withNone: undefined, offset: undefined } as const;

/**
 * The conditions inside a condition: alternatives, those on related rows, and those that name what it is held against.
 */
export function conditionsWithin(filter: Filter): Filter[] {
  if (filter.kind === 'or' || filter.kind === 'exists') return filter.filters;
  if (filter.kind === 'compare_aggregate') return filter.among ?? [];
  return filter.kind === 'bound' ? [...conditionsIn(filter.measure), ...(filter.against?.among ?? [])] : [];
}

/** The conditions that name what the bounds on groups are held against. */
export const conditionsOfOthers = ({ having }: Pick<SemanticQuery, 'having'>): Filter[] =>
  having.flatMap(({ against }) => against?.among ?? []);

/** Whether a condition, or one within it, holds something against an aggregate of others. */
export const isAgainstOthers = (filter: Filter): boolean =>
  filter.kind === 'compare_aggregate' ||
  (filter.kind === 'bound' && filter.against !== undefined) ||
  conditionsWithin(filter).some(isAgainstOthers);

/**
 * The columns that a condition itself compares: two of one between columns, none of one on related rows, alternatives
 * or a term.
 */
export function comparedColumns(filter: Filter): ColumnRef[] {
  if (!('column' in filter)) return [];
  return filter.kind === 'compare_columns' ? [filter.column, filter.other] : [filter.column];
}

/** The columns that an aggregate takes: two of a length of time. */
export const aggregatedColumns = (what: Measure['what']): ColumnRef[] =>
  what.kind === 'aggregate' ? [what.column, what.since].filter((column) => column !== undefined) : [];

/** The condition with each column that it compares as `moved` gives it. */
export function withColumnsMoved<F extends Extract<Filter, { column: ColumnRef }>>(
  filter: F,
  moved: (column: ColumnRef) => ColumnRef,
): F {
  const other = filter.kind === 'compare_columns' ? { other: moved(filter.other) } : {};
  return { ...filter, column: moved(filter.column), ...other };
}
