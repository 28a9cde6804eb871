import { isTerminal, runError, type ErrorCode, type Run } from '@querent/contracts';
import { redacted } from '@querent/platform';
import type { DeadLetter, DeadLetters } from '../dead-letters/dead-letters';
import type { Outbox } from './outbox';
import type { RunStore } from './run-store';

/**
 * Fails a run whose job used up its attempts, with an error in business language, and keeps the job as a dead letter.
 * In a cluster, the letters may be on another server than the run, so one script cannot write both. The run therefore
 * fails owing its letter, in one step, and the letter is posted afterwards.
 */
export async function failExhausted(
  store: RunStore,
  letters: DeadLetters,
  outbox: Outbox,
  reason: string,
): Promise<void> {
  const run = await store.get(outbox.payload.runId);
  if (run === null || isTerminal(run.status) || run.version !== outbox.payload.version) return;
  const technical = redacted(reason).slice(0, 2_000);
  const letter: DeadLetter = {
    id: `${run.id}-${run.version}`,
    runId: run.id,
    tenant: run.tenant,
    job: outbox.job,
    version: run.version,
    reason: technical,
    at: new Date(await store.now()).toISOString(),
  };
  if (await failRun(store, run, { event: 'exhausted', code: 'worker_failed', technical, letter }))
    await postLetter(store, letters, run.id);
}

/** Fails a run that exceeded its time. */
export function failTimedOut(store: RunStore, run: Run): Promise<boolean> {
  return failRun(store, run, { event: 'timed_out', code: 'run_timeout', technical: 'the run exceeded its time' });
}

/**
 * Posts the letter that a run owes, if any, and removes the finished run from the sweepers' index. If the process dies
 * in between, a sweeper adds the same letter again, which has no effect.
 */
export async function postLetter(store: RunStore, letters: DeadLetters, id: string): Promise<void> {
  const letter = await store.due.owedLetter(id);
  if (letter !== null) {
    await letters.add(letter);
    await store.due.clearOwedLetter(id);
  }
  await store.due.drop(id);
}

interface Failure {
  event: 'exhausted' | 'timed_out';
  code: ErrorCode;
  /** Must not contain secrets. */
  technical: string;
  letter?: DeadLetter;
}

async function failRun(store: RunStore, run: Run, { event, code, technical, letter }: Failure): Promise<boolean> {
  const error = runError(code, run.request.locale);
  const advanced = await store.advance(run, {
    event,
    stage: 'gateway',
    patch: { error, technicalError: technical },
    steps: [{ kind: 'failed', message: error.message }],
    letter,
  });
  return advanced.kind === 'advanced';
}
