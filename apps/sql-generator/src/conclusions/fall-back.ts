import type { Outcome, RunRequest } from '@querent/contracts';
import { plannersQuestion } from '@querent/explain';
import type { GeneratorDeps } from '../generator-deps';
import { messageOf } from '../generator-messages';
import type { GeneratorState } from '../generator-state';
import { fail } from './fail';
import { pause } from './pause';

type Deps = Pick<GeneratorDeps, 'now' | 'clarificationTtlMs'>;

/**
 * No model produced a statement: the run ends with the planner's conclusion. The error distinguishes whether a retry
 * may help.
 */
export function fallBack(state: GeneratorState, deps: Deps): Outcome<'sql-generator'> {
  const asked = plannersPause(state, deps);
  if (asked !== null) return asked;
  const { fallback } = state.reasoning;
  const refusal = fallback?.kind === 'unsupported' ? fallback : undefined;
  const suggestions = refusal?.suggestions ?? [];
  const isUnavailable = state.reply === null || state.reply === undefined;
  if (isUnavailable && state.dayIsSpent)
    return fail(state, 'model_unavailable', { ...spentForToday(state.run.request), suggestions });
  return isUnavailable
    ? fail(state, 'model_unavailable', { suggestions })
    : fail(state, 'question_unsupported', { detail: refusal?.reason, suggestions });
}

const spentForToday = ({ locale }: RunRequest): { detail: string; actions: string[] } => ({
  detail: messageOf('spentForToday', locale),
  actions: [messageOf('askSimpler', locale), messageOf('askTomorrow', locale), messageOf('askForMore', locale)],
});

/** A pause with the planner's question, if it was not asked yet; else null. */
export function plannersPause(state: GeneratorState, deps: Deps): Outcome<'sql-generator'> | null {
  const ambiguity = plannersQuestion(state.run);
  return ambiguity && pause(state, ambiguity, deps);
}
