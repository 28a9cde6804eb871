import type { ColumnRef, Filter, Scalar, SemanticQuery } from '@querent/contracts';
import type { ModelEntity, SemanticModel } from '@querent/model';

/**
 * Looks for a stored value where it is spelt so. The two sources of an entity may call one thing differently, and a
 * field kept by both shows the first one's spelling: a condition on the second one's would find nothing. What both or
 * neither spell so stays a condition on the field.
 */
export function whereSpelt(query: SemanticQuery, model: SemanticModel): SemanticQuery {
  const entity = query.subject.kind === 'entity' ? model.entities[query.subject.name] : undefined;
  return entity ? { ...query, filters: query.filters.map((filter) => spelt(filter, entity, model)) } : query;
}

function spelt(filter: Filter, entity: ModelEntity, model: SemanticModel): Filter {
  if (filter.kind === 'or') return { ...filter, filters: filter.filters.map((one) => spelt(one, entity, model)) };
  if (filter.kind === 'compare' && (filter.op === '=' || filter.op === '!='))
    return { ...filter, column: homeOf(filter.value, filter.column, entity, model) };
  if (filter.kind !== 'in') return filter;
  const homes = filter.values.map((value) => homeOf(value, filter.column, entity, model));
  const [first] = homes;
  if (first && homes.every((home) => home.table === first.table)) return { ...filter, column: first };
  // A list of values that the sources spell differently: apart, each is looked for in its own; excluded, all are in the
  // field.
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
