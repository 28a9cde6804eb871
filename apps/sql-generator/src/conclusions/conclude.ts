import { type Outcome, triedSinceReply } from '@querent/contracts';
import { adviceOf, classifyTechnicalError, errorClassOf } from '@querent/sql';
import { nearQuestions } from '@querent/planner';
import { askInWords } from '@querent/explain';
import type { GeneratorDeps } from '../generator-deps';
import type { Conclusion, GeneratorState, Next } from '../generator-state';
import { clarify } from './clarify';
import { fallBack, plannersPause } from './fall-back';
import { askHowToGoOn, giveUp } from './give-up';
import { messageOf } from '../generator-messages';
import { withAttempt, corrections } from '../record/attempts';
import { modelFields } from '../record/model-fields';
import { spent } from '../record/spent';
import { askAboutValue } from './ask-about-value';
import { fail } from './fail';
import { pause } from './pause';

const CONCLUSIONS: Readonly<
  Record<Conclusion, (state: GeneratorState, deps: GeneratorDeps) => Outcome<'sql-generator'>>
> = { compiled, written, explore, clarify, broken, fallBack, ask: askHowToGoOn, giveUp };

export const isConclusion = (next: Next): next is Conclusion => Object.hasOwn(CONCLUSIONS, next);

/**
 * The outcome of a job.
 * @throws if its state names no conclusion, which would be a bug of the graph
 */
export function conclude(state: GeneratorState, deps: GeneratorDeps): Outcome<'sql-generator'> {
  if (!isConclusion(state.next)) throw new Error(`The generator ended before ${state.next}`);
  return CONCLUSIONS[state.next](state, deps);
}

/** Passes the planner's statement to the executor; no model was involved. */
function compiled(
  { run, model, compiled: query, attempts }: GeneratorState,
  { now }: Pick<GeneratorDeps, 'now'>,
): Outcome<'sql-generator'> {
  return {
    event: 'generated',
    patch: { ...modelFields(run, model), compiled: query, attempts: withAttempt(attempts, { sql: query?.sql }, now()) },
    steps: [{ kind: 'generated', message: messageOf('generated', run.request.locale) }],
  };
}

/** Passes a checked statement of a model to the executor, with its description in business words. */
function written(state: GeneratorState, { now }: Pick<GeneratorDeps, 'now'>): Outcome<'sql-generator'> {
  const { run, checked, described, model, reasoning, notes } = state;
  const attempts = withAttempt(state.attempts, { sql: checked.sql, ...corrections(checked) }, now());
  return {
    event: 'generated',
    patch: {
      ...spent({ ...state, attempts, reasoning: { ...reasoning, draft: null } }),
      ...described,
      ...modelFields(run, model),
      error: null,
      technicalError: null,
    },
    steps: [
      ...notes,
      ...healed(state, triedSinceReply({ ...run.data, attempts }).length),
      { kind: 'generated', message: messageOf('generated', run.request.locale) },
    ],
  };
}

function healed({ run, checked }: GeneratorState, n: number): Outcome<'sql-generator'>['steps'] {
  const { locale } = run.request;
  const corrected = checked.fixes.length === 0 ? [] : [{ kind: 'corrected', message: messageOf('corrected', locale) }];
  return n > 1 ? [...corrected, { kind: 'healed', message: messageOf('healed', locale, { n }) }] : corrected;
}

/** Passes an exploration of stored values to the executor; the generator continues with its result. */
function explore(state: GeneratorState): Outcome<'sql-generator'> {
  const { run, attempts, notes } = state;
  // If our checks refused a later statement, the database's error about an earlier one is outdated.
  const refusedHere = attempts.length > run.data.attempts.length;
  return {
    event: 'exploration_needed',
    patch: { ...spent(state), compiled: null, ...(refusedHere ? { technicalError: null } : {}) },
    steps: [...notes, { kind: 'exploring', message: messageOf('exploring', run.request.locale) }],
  };
}

/**
 * All attempts failed. Asks the asker: first the planner's open question, else which stored value is meant if the
 * statement named an unknown one, else to rephrase. Rephrasing is requested only once, so that an unanswerable question
 * does not cause endless requests. Otherwise the run fails with the reason.
 */
function broken(
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
