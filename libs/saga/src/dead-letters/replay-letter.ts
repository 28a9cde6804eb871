import type { Run, RunData } from '@querent/contracts';
import type { CallbackQueue } from '../runs/callbacks';
import type { Outbox } from '../runs/outbox';
import type { NewRun } from '../runs/run-change';
import type { RunStore } from '../runs/run-store';
import type { DeadLetter, DeadLetters } from './dead-letters';
import { discardLetter } from './discard-letter';

export type Replayed =
  /** A new run of the same question, and its job; `outbox` is null if an earlier replay has already sent the job. */
  | { kind: 'asked_again'; run: Run; outbox: Outbox | null }
  /** The callback is queued again. */
  | { kind: 'called_back' }
  /** The key is no longer allowed to ask this question. The letter is kept. */
  | { kind: 'not_granted' }
  /** The run has expired or has changed since, so there is nothing to replay. The letter is deleted. */
  | { kind: 'outdated' };

export interface ReplayDeps {
  store: RunStore;
  letters: DeadLetters;
  callbacks: Pick<CallbackQueue, 'add' | 'settle'>;
  /** Whether the key of the failed run may still query its connection; a replay can happen days later. */
  isGranted: (failed: Run) => boolean | Promise<boolean>;
  /** Records the question before it is accepted; rejects if it cannot be recorded. */
  announce: (run: NewRun) => Promise<void>;
}

/** Data that a replay copies from the failed run: the user's decisions so far. */
const KEPT = [
  'clarifications',
  'choices',
  'restatedQuestion',
  'passedOver',
  'context',
  'learned',
  'settled',
  'asked',
  'agentVersion',
] as const satisfies (keyof RunData)[];

/**
 * Replays a dead letter. A finished run stays finished, because its client has seen the end. Its question is asked
 * again as a new run, on behalf of the same key, with the answers to earlier clarifications. The new run's id is
 * derived from the failed run's id, so a repeated or interrupted replay creates one run. Resolves when the effect is
 * durable; rejects if durability cannot be confirmed.
 */
export async function replayLetter(deps: ReplayDeps, letter: DeadLetter, turn: number): Promise<Replayed> {
  const { store, letters, callbacks } = deps;
  const failed = await store.get(letter.runId);
  if (failed === null || (letter.job === 'callback' && failed.version !== letter.version)) {
    await discardLetter(deps, letter);
    return { kind: 'outdated' };
  }
  if (letter.job === 'callback') {
    await callbacks.add({ runId: letter.runId, version: letter.version });
    await store.waitUntilDurable(letter.runId);
    // Discards this letter only: the callback may have failed again by now.
    await letters.discard(letter);
    return { kind: 'called_back' };
  }
  if (!(await deps.isGranted(failed))) return { kind: 'not_granted' };
  const { tenant, keyName, traceparent, request, data } = failed;
  const id = idAfter(letter.runId);
  const kept = Object.fromEntries(KEPT.map((member) => [member, data[member]])) as Partial<RunData>;
  // The new run has not waited for the replies that it takes over.
  if (data.clarifications.length > 0) kept.pauses = { replies: data.clarifications.length, ms: 0 };
  const again: NewRun = { id, tenant, keyName, traceparent, request, turn, data: kept };
  await deps.announce(again);
  const created = await store.create(again);
  const run = created.kind === 'advanced' ? created.run : await store.get(id);
  // Before the letter is discarded: if durability is not confirmed, both remain and the next replay finds the run.
  if (run !== null) await store.waitUntilDurable(run.id);
  await discardLetter(deps, letter);
  return run === null
    ? { kind: 'outdated' }
    : { kind: 'asked_again', run, outbox: created.kind === 'advanced' ? created.outbox : null };
}

/** A run fails only once. `<id>` is replayed as `<id>_1`, and if that fails too, as `<id>_2`. */
function idAfter(id: string): string {
  const [first = id, times = '0'] = id.split('_');
  return `${first}_${Number(times) + 1}`;
}
