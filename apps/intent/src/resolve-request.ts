import { runError, type ErrorCode, type Filter, type Outcome, type Run } from '@querent/contracts';
import { agentFilters, serves, type Agent, type Availability, type Problem } from '@querent/catalog';
import { StagePostponedError } from '@querent/saga';
import type { SemanticModel } from '@querent/model';

export interface ResolveRequestDeps {
  /** The connection's state and its model; null if the connection does not exist. */
  availability: (connection: string, tenant: string) => Promise<Availability | null>;
  agent: (name: string, tenant: string) => Agent | undefined;
  /** The clock of the run's timestamps (`RunStore.readNow`). */
  recordNow: () => number;
}

/** The input of the planner from the catalog: the connection's model and the agent's default filters. */
export interface ResolvedRequest {
  model: SemanticModel;
  defaults: Filter[];
}

const PREPARING_WAIT_MS = 20_000;
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 1_000;

/**
 * Looks up the run's connection and agent in the catalog. Returns a failed outcome if one is missing or unusable.
 */
export async function resolveRequest(run: Run, deps: ResolveRequestDeps): Promise<ResolvedRequest | Outcome<'intent'>> {
  const { connection, agent: agentName } = run.request;
  const available = await deps.availability(connection, run.tenant);
  if (available?.state === 'preparing') postponeUnlessLate(run, deps.recordNow());
  if (available === null) return failed(run, 'connection_unknown', []);
  if (available.model === undefined)
    return failed(
      run,
      available.state === 'misconfigured' ? 'connection_misconfigured' : 'connection_unavailable',
      available.problems,
      available.detail,
    );
  const { model } = available;
  if (agentName === null) return { model, defaults: [] };
  const agent = deps.agent(agentName, run.tenant);
  // The agent existed at submission. Without its filters, the answer would cover more than the question asked for.
  if (agent === undefined || !serves(agent, connection)) return failed(run, 'agent_unknown', []);
  const filters = agentFilters(agent, model);
  return filters.ok ? { model, defaults: filters.value } : failed(run, 'agent_misconfigured', filters.problems);
}

/**
 * Postpones a run while the schema of its connection is being read for the first time, for a limited time. The run
 * occupies no worker meanwhile, so that questions about other connections are processed.
 * @throws StagePostponedError
 */
function postponeUnlessLate(run: Run, now: number): void {
  const waited = Math.max(0, now - Date.parse(run.updatedAt));
  if (waited < PREPARING_WAIT_MS)
    throw new StagePostponedError(
      Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS + waited / 4),
      'the schema of the connection is being read',
    );
}

function failed(run: Run, code: ErrorCode, problems: Problem[], detail?: string): Outcome<'intent'> {
  const error = runError(code, run.request.locale);
  const technicalError =
    detail ?? (problems.length === 0 ? null : problems.map(({ path, message }) => `${path}: ${message}`).join('; '));
  return {
    event: 'failed',
    patch: { error, reply: null, technicalError },
    steps: [{ kind: 'failed', message: error.message }],
  };
}
