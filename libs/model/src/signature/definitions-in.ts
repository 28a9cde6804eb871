import {
  conditionsIn,
  conditionsOfOthers,
  conditionsWithin,
  figuresIn,
  type Filter,
  type Measure,
  type SemanticQuery,
} from '@querent/contracts';
import type { Localized, SemanticModel } from '../semantic-model';

/** SQL that the owner of the data wrote in the model: a metric's expression, a term's filter or an entity's match. */
export interface Definition {
  kind: 'metric' | 'term' | 'entity';
  id: string;
  label: Localized;
  sql: string;
}

/** The definitions that the statement of a query contains, each once. */
export function definitionsIn(query: SemanticQuery, model: SemanticModel): Definition[] {
  const asked = [...query.measures, ...query.having.map(({ measure }) => measure)];
  const filters = conditionsRead(query);
  const measures = [
    ...asked,
    ...filters.flatMap((filter) => (filter.kind === 'bound' ? [filter.measure] : [])),
  ].flatMap(figuresIn);
  const metrics = new Set(measures.flatMap(({ what }) => metricsOf(what, model)));
  const terms = new Set(filters.flatMap((filter) => (filter.kind === 'term' ? [filter.id] : [])));
  const entity = query.subject.kind === 'entity' ? model.entities[query.subject.name] : undefined;
  return [
    ...[...metrics].flatMap((id) => definitionOf('metric', model.metrics[id], model.metrics[id]?.expression)),
    ...[...terms].flatMap((id) => definitionOf('term', model.terms[id], model.terms[id]?.filter)),
    ...definitionOf('entity', entity, entity?.match),
  ];
}

/** All definitions of a model. */
export const definitionsOf = ({ metrics, terms, entities }: SemanticModel): Definition[] => [
  ...Object.values(metrics).flatMap((one) => definitionOf('metric', one, one.expression)),
  ...Object.values(terms).flatMap((one) => definitionOf('term', one, one.filter)),
  ...Object.values(entities).flatMap((one) => definitionOf('entity', one, one.match)),
];

/** The conditions of a query and its figures, with the nested ones. */
export function conditionsRead(query: SemanticQuery): Filter[] {
  const asked = [...query.measures, ...query.having.map(({ measure }) => measure)];
  return [...query.filters, ...asked.flatMap(conditionsIn), ...conditionsOfOthers(query)].flatMap(withNested);
}

const withNested = (filter: Filter): Filter[] => [filter, ...conditionsWithin(filter).flatMap(withNested)];

/** The ids of a metric and of all its descendants. */
function metricsOf(what: Measure['what'], model: SemanticModel): string[] {
  if (what.kind !== 'metric') return [];
  const found = new Set([what.id]);
  for (const id of found) for (const child of Object.keys(model.metrics[id]?.children ?? {})) found.add(child);
  return [...found];
}

const definitionOf = (
  kind: Definition['kind'],
  one: { id: string; label: Localized } | undefined,
  sql: string | undefined,
): Definition[] => (one === undefined || sql === undefined ? [] : [{ kind, id: one.id, label: one.label, sql }]);
