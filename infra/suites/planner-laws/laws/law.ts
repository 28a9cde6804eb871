import type { PlanResult, SemanticQuery } from '@querent/contracts';
import type { RandomChoices } from '../../meaning/random/random-choices';
import type { GeneratedCase } from '../cases';
import { meaningOf } from '../judge';
import type { Target } from '../target';

/** A change of a question or a model that must not change the reading. */
export interface Law {
  name: string;
  /** Returns the changed question or target. Null if the law does not apply to the question. */
  twin: (asked: GeneratedCase, random: RandomChoices, plan: PlanResult) => { question: string; target: Target } | null;
  /** Whether the change may lead to a clarification. It must never lead to another reading. */
  mayAsk?: true;
  /** Whether the twin uses another vocabulary, so that values are compared by their index. */
  inOtherWords?: true;
}

/**
 * Returns a text that is equal for equal plans.
 * @param byIndex replaces stored values by their index in the vocabulary
 */
export function outlineOf(plan: PlanResult, { words }: Target, byIndex: boolean): string {
  if (plan.kind === 'ambiguous') return `asked: ${plan.ambiguity.trigger}, ${plan.ambiguity.options.length} options`;
  if (plan.kind !== 'planned') return plan.kind;
  if (!byIndex) return meaningOf(plan.query, []);
  const values = [...words.attributes.flatMap((one) => one.values.map(({ en }) => en)), ...words.rows];
  const query = JSON.stringify(plan.query, (_, part: unknown) => {
    const at = typeof part === 'string' ? values.indexOf(part) : -1;
    return at < 0 ? part : `value ${at}`;
  });
  return meaningOf(JSON.parse(query) as SemanticQuery, []);
}
