import type { Outcome, Patch, Run } from '@querent/contracts';
import { nearQuestions } from '@querent/planner';
import { askInWords, pauseFor, plannersQuestion, type Failure, type PauseDeps } from '@querent/explain';
import { executeMessages } from '../execute-messages';

/**
 * The pause after a model's statement failed beyond repair. It asks the question that the planner would have asked
 * without a model, or else offers ways to go on in words. Null if neither may be asked.
 */
export function askedInstead(
  run: Run,
  failure: Failure,
  pause: PauseDeps,
  patch: Patch<'executor'>,
): Outcome<'executor'> | null {
  const { asked, compiled } = run.data;
  if (compiled?.source !== 'model') return null;
  const ambiguity = plannersQuestion(run) ?? askInWords(run, failure, () => nearQuestions(run, pause.model, []));
  return (
    ambiguity && {
      event: 'clarification_needed',
      patch: {
        ...patch,
        ...pauseFor(run, ambiguity, pause),
        asked: [...asked, ambiguity.key],
        compiled: null,
        error: null,
      },
      steps: [{ kind: 'clarification', message: executeMessages.asked[run.request.locale] }],
    }
  );
}
