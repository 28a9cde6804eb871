import { runError, type ErrorCode, type Outcome, type RunData } from '@querent/contracts';
import type { GeneratorState } from '../generator-state';
import { spent } from '../record/spent';

/**
 * Fails the run with a message in business language. `detail` replaces the default message; the suggestions are
 * questions that can be answered.
 */
export function fail(
  state: GeneratorState,
  code: ErrorCode,
  { detail, actions, suggestions = [] }: { detail?: string; actions?: string[]; suggestions?: string[] } = {},
): Outcome<'sql-generator'> {
  const found = runError(code, state.run.request.locale, detail);
  const error: RunData['error'] = { ...found, actions: actions ?? found.actions };
  return {
    event: 'failed',
    patch: { ...spent(state), compiled: null, error, answer: { text: error.message, chartType: 'table', suggestions } },
    steps: [...state.notes, { kind: 'failed', message: error.message }],
  };
}
