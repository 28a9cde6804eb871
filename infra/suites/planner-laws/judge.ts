import type { PlanResult, SemanticQuery } from '@querent/contracts';
import { signatureOf } from '@querent/model';
import type { Case } from './grammar/phrase';

export type Outcome = 'right' | 'wrong' | 'asked' | 'declined';

/** Signature of a query without the parts that the question leaves open. */
export function meaningOf(query: SemanticQuery, open: Case['open']): string {
  return signatureOf({
    ...query,
    strategy: 'summary',
    ...(open.includes('order') ? { order: [] } : {}),
    ...(open.includes('select') ? { select: [] } : {}),
  });
}

/** Whether a query is one of a question's acceptable queries. */
export function isAcceptable(
  query: SemanticQuery,
  { expected, also, open }: Pick<Case, 'expected' | 'also' | 'open'>,
): boolean {
  const meaning = meaningOf(query, open);
  return [expected, ...also].some((one) => meaningOf(one, open) === meaning);
}

export function outcomeOf(plan: PlanResult, one: Case): Outcome {
  if (plan.kind === 'planned') return isAcceptable(plan.query, one) ? 'right' : 'wrong';
  return plan.kind === 'ambiguous' ? 'asked' : 'declined';
}
