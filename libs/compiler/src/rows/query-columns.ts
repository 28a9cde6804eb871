import {
  aggregatedColumns,
  comparedColumns,
  conditionsIn,
  conditionsOfOthers,
  figuresIn,
  type ColumnRef,
  type Filter,
  type Measure,
  type SemanticQuery,
} from '@querent/contracts';
import { columnsOf, parseExpression, type SemanticModel } from '@querent/model';

/** Every column or entity field that a query reads, with duplicates. */
export function columnsRead(model: SemanticModel, query: SemanticQuery): ColumnRef[] {
  return [
    ...query.select,
    ...query.dimensions.map((dimension) => dimension.column),
    ...[...query.filters, ...conditionsOfOthers(query)].flatMap((filter) => filterColumns(model, filter)),
    ...[...query.measures, ...query.having.map(({ measure }) => measure)].flatMap((measure) =>
      measureColumns(model, measure),
    ),
    ...query.order.flatMap(({ by }) => (by.kind === 'column' ? [by.column, ...(by.since ? [by.since] : [])] : [])),
    ...(query.compare ? [query.compare.column] : []),
    ...(query.near ? [query.near.location] : []),
  ];
}

/** The columns that a filter reads in the rows that it selects. Columns of related rows are not included. */
export function filterColumns(model: SemanticModel, filter: Filter): ColumnRef[] {
  switch (filter.kind) {
    case 'or':
      return filter.filters.flatMap((branch) => filterColumns(model, branch));
    case 'exists':
    case 'bound':
      return [];
    case 'term': {
      const term = Object.hasOwn(model.terms, filter.id) ? model.terms[filter.id] : undefined;
      const columns = term?.filter === undefined ? [] : columnsOf(parseExpression(term.filter));
      return columns.map((ref) => (ref.table === term?.table ? { ...ref, table: filter.role ?? ref.table } : ref));
    }
    case 'compare_aggregate':
      return [filter.column, ...(filter.among ?? []).flatMap((one) => filterColumns(model, one))];
    default:
      return comparedColumns(filter);
  }
}

function measureColumns(model: SemanticModel, measure: Measure): ColumnRef[] {
  const filters = conditionsIn(measure).flatMap((filter) => filterColumns(model, filter));
  const figures = figuresIn(measure).flatMap(({ what }) =>
    what.kind === 'metric' ? metricColumns(model, what.id, []) : aggregatedColumns(what),
  );
  return [...filters, ...figures];
}

function metricColumns(model: SemanticModel, id: string, trail: readonly string[]): ColumnRef[] {
  const metric = Object.hasOwn(model.metrics, id) ? model.metrics[id] : undefined;
  if (!metric || trail.includes(id)) return [];
  if (metric.expression !== undefined) return columnsOf(parseExpression(metric.expression));
  return Object.keys(metric.children).flatMap((child) => metricColumns(model, child, [...trail, id]));
}
