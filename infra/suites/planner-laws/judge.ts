import type { PlanResult, SemanticQuery } from '@querent/contracts';
import { signatureOf } from '@querent/semantic';
import type { Case } from './grammar/phrase';

export type Outcome = 'right' | 'wrong' | 'asked' | 'declined';

/** The meaning of a query, without what the question leaves open. */
export function meaningOf(query: SemanticQuery, open: Case['open']): string {
  return signatureOf({
    ...query,
    strategy: 'summary',
    ...(open.includes('order') ? { order: [] } : {}),
    ...(open.includes('select') ? { select: [] } : {}),
  });
}

export function outcomeOf(plan: PlanResult, { expected, open }: Pick<Case, 'expected' | 'open'>): Outcome {
  if (plan.kind === 'planned') return meaningOf(plan.query, open) === meaningOf(expected, open) ? 'right' : 'wrong';
  return plan.kind === 'ambiguous' ? 'asked' : 'declined';
}
