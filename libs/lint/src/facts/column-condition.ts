import type { FilterFact } from './statement-facts';
import type { Term } from './term';

/** A leaf condition on a term. */
export function columnHolds(
  clause: FilterFact['clause'],
  subject: Term,
  op: string,
  negated: boolean,
  values: string[] = [],
): FilterFact {
  return {
    clause,
    column: subject.column,
    subject: subject.text,
    aggregate: subject.aggregate,
    op,
    negated,
    values,
    against: null,
    alternative: false,
    aside: null,
  };
}
