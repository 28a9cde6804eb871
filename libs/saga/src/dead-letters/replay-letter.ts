import type { Run, RunData } from '@querent/contracts';
import type { CallbackQueue } from '../runs/callbacks';
import type { Outbox } from '../runs/outbox';
import type { NewRun } from '../runs/run-change';
import type { RunStore } from '../runs/run-store';
import type { DeadLetter, DeadLetters } from './dead-letters';
import { discardLetter } from './discard-letter';

export type Replayed =
  /** A new run of the same question, and its job; no job where a replay before this one has sent it. */
  | { kind: 'asked_again'; run: Run; outbox: Outbox | null }
  /** The callback is made again. */
  | { kind: 'called_back' }
  /** Whoever asked may not ask that any more. The letter stays. */
  | { kind: 'not_granted' }
  /** The run is there no more, or has moved on since: there is nothing left to replay. The letter is gone. */
  | { kind: 'outdated' };

export interface ReplayDeps {
  store: RunStore;
  letters: DeadLetters;
  callbacks: Pick<CallbackQueue, 'add' | 'settle'>;
  /** Whether the key that asked the failed run may ask its connection, now: that may be days later. */
  isGranted: (failed: Run) => boolean;
  /** Writes the question down before it is taken in; rejects where that cannot be. */
  announce: (run: NewRun) => Promise<void>;
}

/** What a replay keeps of the failed run: what its asker has decided since asking. */
const KEPT = [
  'clarifications',
  'choices',
  'restatedQuestion',
  'context',
  'learned',
  'settled',
  'asked',
  'agentVersion',
] as const satisfies (keyof RunData)[];

/**
 * Replays a dead letter. A run that is over stays over (its asker has seen the end): its question is asked again as a
 * new run, on behalf of the same key, with what was answered to clarifications. The new run's id follows from the
 * failed one's, so that a replay which is repeated, or breaks off half-way, makes one run. Resolves when what it did
 * lasts; rejects where that cannot be promised.
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
    await store.lasts(letter.runId);
    // Only this one: the callback may have been given up again by now.
    await letters.discard(letter);
    return { kind: 'called_back' };
  }
  if (!deps.isGranted(failed)) return { kind: 'not_granted' };
  const { tenant, keyName, traceparent, request, data } = failed;
  const id = idAfter(letter.runId);
  const kept = Object.fromEntries(KEPT.map((member) => [member, data[member]])) as Partial<RunData>;
  const again: NewRun = { id, tenant, keyName, traceparent, request, turn, data: kept };
  await deps.announce(again);
  const created = await store.create(again);
  const run = created.kind === 'advanced' ? created.run : await store.get(id);
  // Before the letter goes: a replay that cannot be promised to last leaves both, and the next one finds the run.
  if (run !== null) await store.lasts(run.id);
  await discardLetter(deps, letter);
  return run === null
    ? { kind: 'outdated' }
    : { kind: 'asked_again', run, outbox: created.kind === 'advanced' ? created.outbox : null };
}

/** A run fails once: `<id>` is asked again as `<id>_1`, and where that fails too as `<id>_2`. */
function idAfter(id: string): string {
  const [first = id, times = '0'] = id.split('_');
  return `${first}_${Number(times) + 1}`;
}
