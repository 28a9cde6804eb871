import { isTerminal, runError, type ErrorCode, type Run } from '@querent/contracts';
import { redacted } from '@querent/platform';
import type { DeadLetters } from './dead-letters/dead-letters';
import type { Outbox } from './outbox';
import type { RunStore } from './run-store';

/** Ends a run whose job used up its attempts, in business language, and keeps the job as a dead letter. */
export async function failExhausted(store: RunStore, letters: DeadLetters, outbox: Outbox, reason: string): Promise<void> {
  const run = await store.get(outbox.payload.runId);
  if (run === null || isTerminal(run.status) || run.version !== outbox.payload.version) return;
  const letter = { id: `${run.id}-${run.version}`, runId: run.id, tenant: run.tenant, job: outbox.job, version: run.version, reason: reason.slice(0, 2_000), at: new Date(await store.now()).toISOString() };
  const failed = await failRun(store, run, 'exhausted', 'worker_failed', reason);
  if (failed) await letters.add(letter);
}

/** Ends a run that took too long. */
export function failTimedOut(store: RunStore, run: Run): Promise<boolean> {
  return failRun(store, run, 'timed_out', 'run_timeout', 'the run exceeded its time');
}

async function failRun(store: RunStore, run: Run, event: 'exhausted' | 'timed_out', code: ErrorCode, technical: string): Promise<boolean> {
  const error = runError(code, run.request.locale);
  const advanced = await store.advance(run, {
    event,
    stage: 'gateway',
    patch: { error, technicalError: redacted(technical).slice(0, 2_000) },
    steps: [{ kind: 'failed', message: error.message }],
  });
  return advanced.kind === 'advanced';
}
