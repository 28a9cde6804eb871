import type { Outcome } from '@querent/contracts';
import { messageOf } from '../generator-messages';
import type { GeneratorState } from '../generator-state';
import { spent } from '../record/spent';

/** Passes an exploration of stored values to the executor; the generator continues with its result. */
export function explore(state: GeneratorState): Outcome<'sql-generator'> {
  const { run, attempts, notes } = state;
  // If our checks refused a later statement, the database's error about an earlier one is outdated.
  const refusedHere = attempts.length > run.data.attempts.length;
  return {
    event: 'exploration_needed',
    patch: { ...spent(state), compiled: null, ...(refusedHere ? { technicalError: null } : {}) },
    steps: [...notes, { kind: 'exploring', message: messageOf('exploring', run.request.locale) }],
  };
}
