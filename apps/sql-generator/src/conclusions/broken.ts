import type { Outcome } from '@querent/contracts';
import { adviceOf, classifyTechnicalError, errorClassOf } from '@querent/sql';
import { nearQuestions } from '@querent/planner';
import { askInWords } from '@querent/explain';
import type { GeneratorDeps } from '../generator-deps';
import type { GeneratorState } from '../generator-state';
import { askAboutValue } from './ask-about-value';
import { fail } from './fail';
import { plannersPause } from './fall-back';
import { pause } from './pause';

/**
 * All attempts failed. Asks the asker: first the planner's open question, else which stored value is meant if the
 * statement named an unknown one, else to rephrase. Rephrasing is requested only once, so that an unanswerable question
 * does not cause endless requests. Otherwise the run fails with the reason.
 */
export function broken(
  state: GeneratorState,
  deps: Pick<GeneratorDeps, 'now' | 'clarificationTtlMs'>,
): Outcome<'sql-generator'> {
  const asked = plannersPause(state, deps) ?? askAboutValue(state, deps);
  if (asked !== null) return asked;
  const { run } = state;
  const { locale } = run.request;
  // A statement that our checks refused never ran, so its error is reported as a syntax error.
  const lintRefused = state.attempts.length > run.data.attempts.length || run.data.technicalError === null;
  const errorClass = lintRefused
    ? errorClassOf('syntax')
    : classifyTechnicalError(run.data.technicalError ?? '').errorClass;
  const rephrased = askInWords(run, errorClass, () => nearQuestions(run, state.model, state.defaults));
  if (rephrased !== null) return pause(state, rephrased, deps);
  return fail(state, 'query_failed', {
    detail: errorClass.text[locale],
    actions: adviceOf(errorClass.remedies, locale),
  });
}
