import { isTerminal, runError, type ErrorCode, type Run } from '@querent/contracts';
import { redacted } from '@querent/platform';
import type { DeadLetter, DeadLetters } from '../dead-letters/dead-letters';
import type { Outbox } from './outbox';
import type { RunStore } from './run-store';

/**
 * Ends a run whose job used up its attempts, in business language, and keeps the job as a dead letter. The letters may
 * lie on another server of a cluster than the run, so one script cannot do both: the run fails owing its letter, in one
 * step, and then the letter is posted.
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

/** Ends a run that took too long. */
export function failTimedOut(store: RunStore, run: Run): Promise<boolean> {
  return failRun(store, run, { event: 'timed_out', code: 'run_timeout', technical: 'the run exceeded its time' });
}

/**
 * Adds the letter that a run owes, if it owes one, and ends the sweepers' care for a run that is over. Whoever dies on
 * the way leaves both to a sweeper, which adds the very same letter: that changes nothing.
 */
export async function postLetter(store: RunStore, letters: DeadLetters, id: string): Promise<void> {
  const letter = await store.due.owedLetter(id);
  if (letter !== null) {
    await letters.add(letter);
    await store.due.owesNoLetter(id);
  }
  await store.due.drop(id);
}

interface Failure {
  event: 'exhausted' | 'timed_out';
  code: ErrorCode;
  /** Holds no secret. */
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
