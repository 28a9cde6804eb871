import { setTimeout as pause } from 'node:timers/promises';
import { runError, type ErrorCode, type Filter, type Outcome, type Run } from '@querent/contracts';
import { agentFilters, serves, type Agent, type Availability, type Problem } from '@querent/catalog';
import type { SemanticModel } from '@querent/semantic';

export interface BriefingDeps {
  /** Whether the connection can be asked, and its model. Null: there is no such connection (any more). */
  availability: (connection: string, tenant: string) => Promise<Availability | null>;
  agent: (name: string) => Agent | undefined;
}

/** What a question is read with: the connection's model, and its agent's default filters. */
export interface Briefing {
  model: SemanticModel;
  defaults: Filter[];
}

const PREPARING_PATIENCE_MS = 20_000;
const PREPARING_POLL_MS = 250;

/** What the run needs from the catalog, or the outcome of a run that cannot be read: its connection or agent is gone or unusable. */
export async function briefingFor(run: Run, deps: BriefingDeps, signal: AbortSignal): Promise<Briefing | Outcome> {
  const { connection, agent: agentName } = run.request;
  const available = await onceReady(() => deps.availability(connection, run.tenant), signal);
  if (available === null) return failed(run, 'connection_unknown', []);
  if (available.state !== 'ready') return failed(run, available.state === 'misconfigured' ? 'connection_misconfigured' : 'connection_unavailable', available.problems, available.detail);
  const { model } = available;
  if (agentName === null) return { model, defaults: [] };
  const agent = deps.agent(agentName);
  // It was there when the question came in. Without its filters the answer would be wider than what was asked for.
  if (agent === undefined || !serves(agent, connection)) return failed(run, 'agent_unknown', []);
  const filters = agentFilters(agent, model);
  return filters.ok ? { model, defaults: filters.value } : failed(run, 'agent_misconfigured', filters.problems);
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

function failed(run: Run, code: ErrorCode, problems: Problem[], detail?: string): Outcome {
  const error = runError(code, run.request.locale);
  const technicalError = detail ?? (problems.length === 0 ? null : problems.map(({ path, message }) => `${path}: ${message}`).join('; '));
  return { event: 'failed', patch: { error, reply: null, technicalError }, steps: [{ kind: 'failed', message: error.message }] };
}
