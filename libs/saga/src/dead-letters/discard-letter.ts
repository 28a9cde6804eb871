import type { CallbackQueue } from '../runs/callbacks';
import type { RunStore } from '../runs/run-store';
import type { DeadLetter, DeadLetters } from './dead-letters';

export interface DiscardDeps {
  store: Pick<RunStore, 'due'>;
  letters: DeadLetters;
  callbacks: Pick<CallbackQueue, 'settle'>;
}

/**
 * Forgets a dead letter for good. Whoever posted it may have died before it was noted as posted: what is still owed
 * goes first, or it would be posted again.
 */
export async function discardLetter({ store, letters, callbacks }: DiscardDeps, letter: DeadLetter): Promise<void> {
  const { runId, version, job } = letter;
  if (job === 'callback') await callbacks.settle({ runId, version });
  else await store.due.owesNoLetter(runId);
  await letters.discard(letter);
}
