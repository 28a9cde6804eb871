import type { ColumnRef, Filter, Measure, SemanticQuery } from './semantic-query';

/** A measure and its divisors. */
export const figuresIn = (measure: Measure): Measure[] => [measure, ...(measure.per ? figuresIn(measure.per) : [])];

/** The conditions of a measure and its divisors. */
export const conditionsIn = (measure: Measure): Filter[] =>
  figuresIn(measure).flatMap(({ where, share }) => [...(where ?? []), ...(share?.where ?? [])]);

/** Whether a figure is plain: no quotient, share or aggregate over groups. */
export const isPlainFigure = ({ per, over, share }: Measure): boolean => !per && !over && !share;

/** Members removed from a changed query: the change from period to period, the rows of all things, the offset. */
export const WITHOUT_FORMS = { series: undefined, withNone: undefined, offset: undefined } as const;

/**
 * The conditions nested in a condition: alternatives, conditions on related rows, and those that select the compared
 * rows.
 */
export function conditionsWithin(filter: Filter): Filter[] {
  if (filter.kind === 'or' || filter.kind === 'exists') return filter.filters;
  if (filter.kind === 'compare_aggregate') return filter.among ?? [];
  return filter.kind === 'bound' ? [...conditionsIn(filter.measure), ...(filter.against?.among ?? [])] : [];
}

/** The conditions that select the figures with which bounds on groups are compared. */
export const conditionsOfOthers = ({ having }: Pick<SemanticQuery, 'having'>): Filter[] =>
  having.flatMap(({ against }) => against?.among ?? []);

/** Whether a condition, or a nested one, compares with an aggregate of others. */
export const isAgainstOthers = (filter: Filter): boolean =>
  filter.kind === 'compare_aggregate' ||
  (filter.kind === 'bound' && filter.against !== undefined) ||
  conditionsWithin(filter).some(isAgainstOthers);

/**
 * The columns that a condition itself compares: two for a comparison of columns, none for related rows, alternatives or
 * a term.
 */
export function comparedColumns(filter: Filter): ColumnRef[] {
  if (!('column' in filter)) return [];
  return filter.kind === 'compare_columns' ? [filter.column, filter.other] : [filter.column];
}

/** The columns that an aggregate reads: two for a length of time. */
export const aggregatedColumns = (what: Measure['what']): ColumnRef[] =>
  what.kind === 'aggregate' ? [what.column, what.since].filter((column) => column !== undefined) : [];

/** The condition with each compared column replaced by `moved`. */
export function withColumnsMoved<F extends Extract<Filter, { column: ColumnRef }>>(
  filter: F,
  moved: (column: ColumnRef) => ColumnRef,
): F {
  const other = filter.kind === 'compare_columns' ? { other: moved(filter.other) } : {};
  return { ...filter, column: moved(filter.column), ...other };
}
