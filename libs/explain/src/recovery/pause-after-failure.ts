import type { Ambiguity, OutcomeStep, Patch, Run, RunData } from '@querent/contracts';
import { say, type SemanticModel } from '@querent/model';
import { pauseFor, type PauseClock } from './pause';
import { askAfterFailure, type Failure } from './ask-after-failure';

export interface PauseDeps extends PauseClock {
  model: SemanticModel;
}

/** The outcome of a pause. `P` is what the stage itself changes in the run. */
interface Paused<P extends Patch> {
  event: 'clarification_needed';
  patch: P & ReturnType<typeof pauseFor> & Pick<RunData, 'asked'> & { compiled: null; error: null };
  steps: OutcomeStep[];
}

/**
 * The outcome that pauses a run after a failure, with recoveries as options; null where there are too few. The failed
 * statement is removed from the run, because the chosen query is compiled again. `patch` has further changes of the
 * stage.
 */
export function pauseAfterFailure<P extends Patch>(
  run: Run,
  failure: { errorClass: Failure; message: string },
  deps: PauseDeps,
  patch: P,
): Paused<P> | null {
  const { semanticQuery: query, choices, clarifications } = run.data;
  const { locale, today } = run.request;
  if (query === null) return null;
  const ambiguity = askAfterFailure({
    ...failure,
    query,
    model: deps.model,
    locale,
    today,
    choices,
    pauses: clarifications.length,
  });
  if (ambiguity === null) return null;
  return pausedToAsk(run, ambiguity, deps, patch);
}

/** The outcome that pauses a run with this clarification, and removes the statement that was not executed. */
export function pausedToAsk<P extends Patch>(run: Run, ambiguity: Ambiguity, clock: PauseClock, patch: P): Paused<P> {
  const { locale } = run.request;
  return {
    event: 'clarification_needed',
    patch: {
      ...patch,
      ...pauseFor(run, ambiguity, clock),
      asked: [...run.data.asked, ambiguity.key],
      compiled: null,
      error: null,
    },
    steps: [{ kind: 'clarification', message: say(locale, '需要您决定如何继续', 'Please choose how to continue') }],
  };
}
