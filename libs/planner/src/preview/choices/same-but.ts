import type { Filter, SemanticQuery } from '@querent/contracts';

/** The parts of a query that are compared. Conditions, orders and groups that no words request are defaults. */
const PARTS = {
  measures: ({ measures }: SemanticQuery) => measures,
  dimensions: ({ dimensions }: SemanticQuery) => dimensions,
  conditions: (query: SemanticQuery) => askedConditions(query.filters.filter((one) => !isImplied(one, query))).sort(),
  having: ({ having }: SemanticQuery) => having,
  order: ({ order }: SemanticQuery) => order.filter(({ span }) => span),
  limit: ({ limit, offset, limitPer }: SemanticQuery) => [limit, offset, limitPer],
  rest: ({ select, near, compare, series }: SemanticQuery) => [select, near, compare, series],
} satisfies Record<string, (query: SemanticQuery) => unknown>;

export type QueryPart = keyof typeof PARTS;

/** Whether two queries have the same meaning but for some parts. */
export function sameBut(one: SemanticQuery, other: SemanticQuery, ...changed: readonly QueryPart[]): boolean {
  return (Object.keys(PARTS) as QueryPart[])
    .filter((part) => !changed.includes(part))
    .every((part) => keyOf(PARTS[part](one)) === keyOf(PARTS[part](other)));
}

/** The keys of the conditions that words of the question request. */
export const askedConditions = (filters: readonly Filter[]): string[] =>
  filters.filter(({ span }) => span).map((filter) => keyOf(filter));

/** Whether the words of a grouping or figure imply a condition: subscribers by plan have a subscription. */
const isImplied = ({ kind, span }: Filter, { dimensions, measures }: SemanticQuery): boolean =>
  kind === 'exists' &&
  span !== undefined &&
  [...dimensions, ...measures].some(
    (one) => one.span !== undefined && one.span.start < span.end && span.start < one.span.end,
  );

/** The query without the columns of its times: another figure may have another time. */
export const withoutTimeColumns = (query: SemanticQuery): SemanticQuery => ({
  ...query,
  dimensions: query.dimensions.map((one) => (one.grain || one.part ? { ...one, column: ANY } : one)),
  filters: query.filters.map((one) => {
    if (one.kind === 'recurring') return { ...one, column: ANY };
    // A running period ends today or, for dates in the future, at its own end.
    return one.kind === 'time' ? { ...one, span: UNKNOWN, column: ANY, range: { ...one.range, to: null } } : one;
  }),
});

const ANY = { table: '', column: '' };
/** Words of a time have no span if a figure without a column looks it up. */
const UNKNOWN = { start: 0, end: 0, text: '' };
const NAMES = new Set(['span', 'label', 'note']);

/** A part as text, without the words that requested or name it. */
export const keyOf = (part: unknown): string =>
  JSON.stringify(part, (name, value: unknown) => (NAMES.has(name) ? undefined : value)) ?? '';
