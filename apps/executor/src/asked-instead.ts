import { MAX_PAUSES, type Outcome, type Run, type RunData } from '@querent/contracts';
import { pauseFor, type PauseClock } from '@querent/semantic';
import { executeMessages } from './execute-messages';

/**
 * The question that the planner would have asked, had no model tried: asked where the model's statement stays broken. Null
 * where the planner had none, or where it was asked already.
 */
export function askedInstead(run: Run, clock: PauseClock, patch: Partial<RunData>): Outcome | null {
  const { reasoning, asked, clarifications, compiled } = run.data;
  const fallback = reasoning?.fallback;
  if (compiled?.source !== 'model' || fallback?.kind !== 'ambiguous' || clarifications.length >= MAX_PAUSES) return null;
  const { ambiguity } = fallback;
  if (asked.includes(ambiguity.key)) return null;
  return {
    event: 'clarification_needed',
    patch: { ...patch, ...pauseFor(run, ambiguity, clock), asked: [...asked, ambiguity.key], compiled: null, error: null },
    steps: [{ kind: 'clarification', message: executeMessages.asked[run.request.locale] }],
  };
}
