import type { CallbackQueue } from '../runs/callbacks';
import type { RunStore } from '../runs/run-store';
import type { DeadLetter, DeadLetters } from './dead-letters';

export interface DiscardDeps {
  store: Pick<RunStore, 'due'>;
  letters: DeadLetters;
  callbacks: Pick<CallbackQueue, 'settle'>;
}

/**
 * Deletes a dead letter permanently. Its poster may have died before the letter was recorded as posted. The owed copy
 * is therefore removed first, or it would be posted again.
 */
export async function discardLetter({ store, letters, callbacks }: DiscardDeps, letter: DeadLetter): Promise<void> {
  const { runId, version, job } = letter;
  if (job === 'callback') await callbacks.settle({ runId, version });
  else await store.due.clearOwedLetter(runId);
  await letters.discard(letter);
}
