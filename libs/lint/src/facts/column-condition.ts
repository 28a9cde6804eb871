import type { FilterFact, JoinFact } from './statement-facts';
import type { Term } from './term';

export type Clause = FilterFact['clause'];

/** A condition of a WHERE, HAVING, ON, FILTER or CASE, taken apart: what must hold of rows, and what joins them. */
export interface Conditions {
  filters: FilterFact[];
  joins: JoinFact[];
}

/** A leaf condition on a term. */
export function columnHolds(
  clause: Clause,
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
