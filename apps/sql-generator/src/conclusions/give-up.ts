import { runError, type Outcome } from '@querent/contracts';
import { pauseAfterFailure } from '@querent/explain';
import { classifyTechnicalError } from '@querent/sql';
import type { GeneratorDeps } from '../generator-deps';
import type { GeneratorState } from '../generator-state';
import { spent } from '../record/spent';

/**
 * Asks how to continue after the planner's statement failed in the executor; the run fails if there is nothing to
 * offer.
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

/** Fails a run without a statement. */
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

/** Usage and attempts to record, if a model was called. */
const tried = (state: GeneratorState): Partial<ReturnType<typeof spent>> =>
  state.reply === undefined ? {} : spent(state);
