import type { AggregateFunction, Measure, PlanResult, SemanticQuery } from '@querent/contracts';
import { type SemanticModel, signatureOf } from '@querent/semantic';
import type { Case } from './grammar/phrase';

export type Outcome = 'right' | 'wrong' | 'asked' | 'declined';

/** The meaning of a query, without what the question leaves open. */
export function meaningOf(query: SemanticQuery, open: Case['open'], model: SemanticModel): string {
  return signatureOf({
    ...query,
    measures: query.measures.map((measure) => spelledOut(measure, model)),
    having: query.having.map((bound) => ({ ...bound, measure: spelledOut(bound.measure, model) })),
    strategy: 'summary',
    ...(open.includes('order') ? { order: [] } : {}),
    ...(open.includes('select') ? { select: [] } : {}),
  });
}

export function outcomeOf(
  plan: PlanResult,
  { expected, open }: Pick<Case, 'expected' | 'open'>,
  model: SemanticModel,
): Outcome {
  if (plan.kind === 'planned')
    return meaningOf(plan.query, open, model) === meaningOf(expected, open, model) ? 'right' : 'wrong';
  return plan.kind === 'ambiguous' ? 'asked' : 'declined';
}

/** A metric that is one plain aggregate, as that aggregate. */
function spelledOut(measure: Measure, { metrics }: SemanticModel): Measure {
  const { what } = measure;
  const { expression = '', table = null } = what.kind === 'metric' ? (metrics[what.id] ?? {}) : {};
  const [, fn, of, column] = /^(count|sum|avg|min|max)\((\w+)\.(\w+)\)$/u.exec(expression) ?? [];
  if (fn === undefined || column === undefined || of !== table || table === null) return measure;
  const counted = fn === 'count' ? {} : { column: { table, column } };
  return { ...measure, what: { kind: 'aggregate', fn: fn as AggregateFunction, table, ...counted } };
}
