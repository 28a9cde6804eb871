import type { Outcome } from '@querent/contracts';
import type { GeneratorDeps } from '../generator-deps';
import { messageOf } from '../generator-messages';
import type { GeneratorState } from '../generator-state';
import { withAttempt } from '../record/attempts';
import { ofModel } from '../record/of-model';

/** The planner's statement goes to the executor. No model has seen it. */
export const compiled = (
  { run, model, compiled: query, attempts }: GeneratorState,
  { now }: Pick<GeneratorDeps, 'now'>,
): Outcome<'sql-generator'> => ({
  event: 'generated',
  patch: { ...ofModel(run, model), compiled: query, attempts: withAttempt(attempts, { sql: query?.sql }, now()) },
  steps: [{ kind: 'generated', message: messageOf('generated', run.request.locale) }],
});
