import type { ColumnRef, Filter, Scalar, SemanticQuery } from '@querent/contracts';
import type { ModelEntity, SemanticModel } from '@querent/model';

/**
 * Moves a condition on an entity's field to the source that stores the value in this spelling. The two sources may
 * spell a value differently, and a field of both shows the spelling of the first: a condition with the second spelling
 * would match nothing. A value that both or neither source stores stays a condition on the field.
 */
export function followStoredSpellings(query: SemanticQuery, model: SemanticModel): SemanticQuery {
  const entity = query.subject.kind === 'entity' ? model.entities[query.subject.name] : undefined;
  return entity ? { ...query, filters: query.filters.map((filter) => inStoredSpelling(filter, entity, model)) } : query;
}

function inStoredSpelling(filter: Filter, entity: ModelEntity, model: SemanticModel): Filter {
  if (filter.kind === 'or')
    return { ...filter, filters: filter.filters.map((one) => inStoredSpelling(one, entity, model)) };
  if (filter.kind === 'compare' && (filter.op === '=' || filter.op === '!='))
    return { ...filter, column: homeOf(filter.value, filter.column, entity, model) };
  if (filter.kind !== 'in') return filter;
  const homes = filter.values.map((value) => homeOf(value, filter.column, entity, model));
  const [first] = homes;
  if (first && homes.every((home) => home.table === first.table)) return { ...filter, column: first };
  // Values of different sources: each is compared in its source. A negated list stays a condition on the field.
  if (filter.negated) return filter;
  return {
    kind: 'or',
    filters: filter.values.map((value, at): Filter => ({
      kind: 'compare',
      column: homes[at] ?? filter.column,
      op: '=',
      value,
    })),
    span: filter.span,
  };
}

function homeOf(value: Scalar, ref: ColumnRef, entity: ModelEntity, model: SemanticModel): ColumnRef {
  const kept = ref.table === entity.id ? (entity.fields[ref.column]?.columns ?? []) : [];
  const spelling = kept.filter(
    (column) =>
      typeof value === 'string' && model.tables[column.table]?.columns[column.column]?.storedValues.includes(value),
  );
  const [only, other] = spelling;
  return kept.length > 1 && only && !other ? only : ref;
}
