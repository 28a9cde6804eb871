import { runError, type Outcome } from '@querent/contracts';
import { pauseAfterFailure } from '@querent/explain';
import { classifyTechnicalError } from '@querent/sql';
import type { GeneratorDeps } from '../generator-deps';
import type { GeneratorState } from '../generator-state';
import { spent } from '../record/spent';

/**
 * Asks how to go on after the failure of the planner's statement that the executor recorded; the run ends where there
 * is nothing to offer.
 */
export function askHowToGoOn(
  state: GeneratorState,
  deps: Pick<GeneratorDeps, 'now' | 'clarificationTtlMs'>,
): Outcome<'sql-generator'> {
  const { run, model, notes } = state;
  const failure = classifyTechnicalError(run.data.technicalError ?? '');
  const asked = pauseAfterFailure(
    run,
    failure,
    { model, now: deps.now, clarificationTtlMs: deps.clarificationTtlMs },
    tried(state),
  );
  return asked === null ? giveUp(state) : { ...asked, steps: [...notes, ...asked.steps] };
}

/** The end of a run without a statement. */
export function giveUp(state: GeneratorState): Outcome<'sql-generator'> {
  const { run, failure, notes } = state;
  const error =
    run.data.error ?? runError(failure === null ? 'query_failed' : 'question_unsupported', run.request.locale);
  return {
    event: 'failed',
    patch: { ...tried(state), error, technicalError: failure ?? run.data.technicalError },
    steps: [...notes, { kind: 'failed', message: error.message }],
  };
}

/** Where a model was asked, what that took and what it wrote. */
const tried = (state: GeneratorState): Partial<ReturnType<typeof spent>> =>
  state.reply === undefined ? {} : spent(state);
