import type { Outcome } from '@querent/contracts';
import { messageOf } from '../generator-messages';
import type { GeneratorState } from '../generator-state';
import { spent } from '../record/spent';

/** The executor looks at stored values, then the generator goes on with them. */
export function explore(state: GeneratorState): Outcome<'sql-generator'> {
  const { run, attempts, notes } = state;
  // A statement that our own checks refused is the last one then: what the database said of an earlier one is past.
  const refusedHere = attempts.length > run.data.attempts.length;
  return {
    event: 'exploration_needed',
    patch: { ...spent(state), compiled: null, ...(refusedHere ? { technicalError: null } : {}) },
    steps: [...notes, { kind: 'exploring', message: messageOf('exploring', run.request.locale) }],
  };
}
