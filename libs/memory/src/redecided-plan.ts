import type { Choice, Locale, PlanResult } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import { interpretReply } from '@querent/planner';
import { isHabitual } from './habitual';

interface RedecidedContext {
  text: string;
  /** The conversation's last question. */
  last: string;
  locale: Locale;
  model: SemanticModel;
  /** The asker's civil date. */
  today: string;
  /** Plans the last question with these choices alone. */
  planLast: (choices: Choice[]) => PlanResult;
}

/**
 * Handles a text such as 不要综合评分，要明细 after an answer. It is neither a question nor a changed condition, but decides the
 * ambiguity of the previous question differently. Returns the plan of the previous question with that decision; null if
 * the text does not decide it.
 * @param plan the plan of the text itself
 */
export function redecidedPlan(
  plan: PlanResult,
  { text, last, locale, model, today, planLast }: RedecidedContext,
): { plan: PlanResult; choice: Choice } | null {
  if (!isInconclusive(plan)) return null;
  const asked = planLast([]);
  if (asked.kind !== 'ambiguous' || !isHabitual(asked.ambiguity)) return null;
  const read = interpretReply(asked.ambiguity, { text }, { locale, question: last, model, today });
  if (read.kind !== 'choice') return null;
  const decided = planLast([read.choice]);
  if (decided.kind === 'unsupported' || decided.kind === 'chitchat') return null;
  const continued: PlanResult =
    decided.kind === 'planned' ? { ...decided, continued: true, settled: [...decided.settled, read.choice] } : decided;
  return { plan: continued, choice: read.choice };
}

/** Whether a plan leaves open that the text is a decision about the previous question. */
const isInconclusive = (plan: PlanResult): boolean =>
  plan.kind === 'unsupported' || (plan.kind === 'ambiguous' && plan.ambiguity.trigger === 'unknown_term');
