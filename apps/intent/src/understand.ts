import { runError, type Outcome, type Run, type StageFunction } from '@querent/contracts';
import type { Availability } from '@querent/catalog';
import type { ConcludeDeps } from './conclusions';
import { intentGraph } from './intent-graph';

export interface UnderstandDeps extends ConcludeDeps {
  /** Whether the connection can be asked, and its model. Null: there is no such connection (any more). */
  availability: (connection: string) => Promise<Availability | null>;
}

/** The intent stage: what is asked, and is it clear? Never any SQL. */
export function understand(deps: UnderstandDeps): StageFunction {
  const graph = intentGraph(deps);
  return async (run, signal) => {
    const available = await deps.availability(run.request.connection);
    if (available === null || available.state !== 'ready') return unavailable(run, available);
    const { outcome } = await graph.invoke({ run, model: available.model }, { signal });
    return outcome;
  };
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
