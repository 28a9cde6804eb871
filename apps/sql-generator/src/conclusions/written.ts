import { triedSinceReply, type Outcome } from '@querent/contracts';
import type { GeneratorDeps } from '../generator-deps';
import { messageOf } from '../generator-messages';
import type { GeneratorState } from '../generator-state';
import { corrections, withAttempt } from '../record/attempts';
import { modelFields } from '../record/model-fields';
import { spent } from '../record/spent';

/** Passes a checked statement of a model to the executor, with its description in business words. */
export function written(state: GeneratorState, { now }: Pick<GeneratorDeps, 'now'>): Outcome<'sql-generator'> {
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
