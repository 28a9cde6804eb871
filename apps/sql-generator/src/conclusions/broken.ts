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
 * Every try failed: the asker is asked, first what the planner wanted to know, then which stored value is meant where
 * the statement named none, then for other words; only once, as a question that stays unanswerable would nag. Else the
 * run ends, saying what went wrong.
 */
export function broken(
  state: GeneratorState,
  deps: Pick<GeneratorDeps, 'now' | 'clarificationTtlMs'>,
): Outcome<'sql-generator'> {
  const asked = plannersPause(state, deps) ?? askAboutValue(state, deps);
  if (asked !== null) return asked;
  const { run } = state;
  const { locale } = run.request;
  // What our own checks refuse was never a calculation of this question.
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
