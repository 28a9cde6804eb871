import {
  comparedColumns,
  conditionsIn,
  conditionsOfOthers,
  conditionsWithin,
  figuresIn,
  type Filter,
  type Measure,
  type SemanticQuery,
} from '@querent/contracts';
import { keptIn, type SemanticModel, withRoles } from '@querent/model';

/** The tables that a semantic query reads, with metrics and entities resolved to their tables; subject first. */
export function touchedTables(query: SemanticQuery, model: SemanticModel): string[] {
  const whole = withRoles(model);
  const owners = [
    query.subject.name,
    ...query.measures.flatMap((measure) => ownersOfMeasure(measure, model)),
    ...query.having.flatMap(({ measure }) => ownersOfMeasure(measure, model)),
    ...query.dimensions.map(({ column }) => column.table),
    ...query.select.map(({ table }) => table),
    ...[...query.filters, ...conditionsOfOthers(query)].flatMap((filter) => ownersOfFilter(filter, model)),
    ...query.order.flatMap(({ by }) => (by.kind === 'column' && by.since ? [by.since.table] : [])),
    ...[query.near?.location.table, query.compare?.column.table].filter((owner) => owner !== undefined),
  ];
  return [...new Set(owners.flatMap((owner) => model.entities[owner]?.sources ?? [keptIn(whole, owner)]))].filter(
    (table) => model.tables[table] !== undefined,
  );
}

function ownersOfMeasure(measure: Measure, model: SemanticModel): string[] {
  const homes = figuresIn(measure).flatMap(({ what }) =>
    what.kind === 'aggregate' ? [what.table, ...(what.since ? [what.since.table] : [])] : homesOfMetric(what.id, model),
  );
  return [...homes, ...conditionsIn(measure).flatMap((filter) => ownersOfFilter(filter, model))];
}

function homesOfMetric(id: string, model: SemanticModel): string[] {
  const metric = model.metrics[id];
  if (metric === undefined) return [];
  return metric.table === null
    ? Object.keys(metric.children).flatMap((child) => homesOfMetric(child, model))
    : [metric.table];
}

function ownersOfFilter(filter: Filter, model: SemanticModel): string[] {
  if (filter.kind === 'exists')
    return [filter.table, ...filter.filters.flatMap((inner) => ownersOfFilter(inner, model))];
  if (filter.kind === 'bound') {
    const others = (filter.against?.among ?? []).flatMap((inner) => ownersOfFilter(inner, model));
    return [filter.thing, ...ownersOfMeasure(filter.measure, model), ...others];
  }
  if (filter.kind === 'or') return filter.filters.flatMap((inner) => ownersOfFilter(inner, model));
  if (filter.kind === 'term') return [model.terms[filter.id]?.table].filter((table) => table !== undefined);
  return [
    ...comparedColumns(filter).map(({ table }) => table),
    ...conditionsWithin(filter).flatMap((inner) => ownersOfFilter(inner, model)),
  ];
}
