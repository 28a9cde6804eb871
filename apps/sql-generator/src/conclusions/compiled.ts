import type { Outcome } from '@querent/contracts';
import type { GeneratorDeps } from '../generator-deps';
import { messageOf } from '../generator-messages';
import type { GeneratorState } from '../generator-state';
import { withAttempt } from '../record/attempts';
import { modelFields } from '../record/model-fields';

/** Passes the planner's statement to the executor; no model was involved. */
export const compiled = (
  { run, model, compiled: query, attempts }: GeneratorState,
  { now }: Pick<GeneratorDeps, 'now'>,
): Outcome<'sql-generator'> => ({
  event: 'generated',
  patch: { ...modelFields(run, model), compiled: query, attempts: withAttempt(attempts, { sql: query?.sql }, now()) },
  steps: [{ kind: 'generated', message: messageOf('generated', run.request.locale) }],
});
