import { setTimeout as pause } from 'node:timers/promises';
import { runError, type Outcome, type Run, type StageFunction } from '@querent/contracts';
import type { Availability } from '@querent/catalog';
import type { ConcludeDeps } from './conclusions';
import { intentGraph } from './intent-graph';

export interface UnderstandDeps extends ConcludeDeps {
  /** Whether the connection can be asked, and its model. Null: there is no such connection (any more). */
  availability: (connection: string) => Promise<Availability | null>;
}

const PREPARING_PATIENCE_MS = 20_000;
const PREPARING_POLL_MS = 250;

/** The intent stage: what is asked, and is it clear? Never any SQL. */
export function understand(deps: UnderstandDeps): StageFunction {
  const graph = intentGraph(deps);
  return async (run, signal) => {
    const available = await onceReady(() => deps.availability(run.request.connection), signal);
    if (available === null || available.state !== 'ready') return unavailable(run, available);
    const { outcome } = await graph.invoke({ run, model: available.model }, { signal });
    return outcome;
  };
}

/** A connection whose schema is being read for the first time is ready in a moment: wait for it, but not for ever. */
async function onceReady(look: () => Promise<Availability | null>, signal: AbortSignal): Promise<Availability | null> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PREPARING_PATIENCE_MS)]);
  for (;;) {
    const available = await look();
    if (available?.state !== 'preparing' || patience.aborted) return available;
    await pause(PREPARING_POLL_MS, undefined, { signal: patience }).catch(() => undefined);
    signal.throwIfAborted();
  }
}

function unavailable(run: Run, available: Exclude<Availability, { state: 'ready' }> | null): Outcome {
  const code = available === null ? 'connection_unknown' : available.state === 'misconfigured' ? 'connection_misconfigured' : 'connection_unavailable';
  const error = runError(code, run.request.locale);
  return {
    event: 'failed',
    patch: { error, reply: null, technicalError: available?.detail ?? available?.problems.map(({ path, message }) => `${path}: ${message}`).join('; ') ?? null },
    steps: [{ kind: 'failed', message: error.message }],
  };
}
