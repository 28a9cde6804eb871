import type { PlanResult, SemanticQuery } from '@querent/contracts';
import type { RandomChoices } from '../../meaning/random/random-choices';
import type { Asked } from '../cases';
import { meaningOf } from '../judge';
import type { Place } from '../place';

/** What must not change the reading of a question. */
export interface Law {
  name: string;
  /** The question asked otherwise, or of a changed model; null where the law says nothing of it. */
  twin: (asked: Asked, random: RandomChoices, plan: PlanResult) => { question: string; place: Place } | null;
  /** Where the change makes words unclear, they may be asked about; they are never read as something else. */
  mayAsk?: true;
  /** Compares values of two vocabularies. */
  inOtherWords?: true;
}

/** What a plan comes to: equal text for equal plans. Stored values by their place among those of the vocabulary. */
export function outlineOf(plan: PlanResult, { words }: Place, byPlace: boolean): string {
  if (plan.kind === 'ambiguous') return `asked: ${plan.ambiguity.trigger}, ${plan.ambiguity.options.length} options`;
  if (plan.kind !== 'planned') return plan.kind;
  if (!byPlace) return meaningOf(plan.query, []);
  const values = [...words.attributes.flatMap((one) => one.values.map(({ en }) => en)), ...words.rows];
  const query = JSON.stringify(plan.query, (_, part: unknown) => {
    const at = typeof part === 'string' ? values.indexOf(part) : -1;
    return at < 0 ? part : `value ${at}`;
  });
  return meaningOf(JSON.parse(query) as SemanticQuery, []);
}
