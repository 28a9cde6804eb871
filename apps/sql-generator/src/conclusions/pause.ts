import { MAX_PAUSES, type Ambiguity, type Outcome, type Run } from '@querent/contracts';
import { pauseFor } from '@querent/explain';
import type { GeneratorDeps } from '../generator-deps';
import { messageOf } from '../generator-messages';
import type { GeneratorState } from '../generator-state';
import { spent } from '../record/spent';

/** Whether the limit of pauses per run permits another one. */
export const mayAsk = ({ data }: Run): boolean => data.clarifications.length < MAX_PAUSES;

/** Pauses the run for a clarification. The draft is dropped, because a reply changes the question. */
export function pause(
  state: GeneratorState,
  ambiguity: Ambiguity,
  deps: Pick<GeneratorDeps, 'now' | 'clarificationTtlMs'>,
): Outcome<'sql-generator'> {
  const { run, notes, reasoning } = state;
  return {
    event: 'clarification_needed',
    patch: {
      ...spent({ ...state, reasoning: { ...reasoning, draft: null } }),
      ...pauseFor(run, ambiguity, deps),
      asked: [...run.data.asked, ambiguity.key],
      compiled: null,
      error: null,
    },
    steps: [...notes, { kind: 'clarification', message: messageOf('clarify', run.request.locale) }],
  };
}
