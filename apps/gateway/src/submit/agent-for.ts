import { agentFilters, serves, type Agent, type Catalog } from '@querent/catalog';
import type { SemanticModel } from '@querent/model';
import { ProblemError } from '../problems/problem-error';

/**
 * The agent that a question names; null if it names none. Throws `agent_unknown` if the agent does not serve the
 * connection.
 */
export function agentFor(
  catalog: Pick<Catalog, 'agent'>,
  { agent: name, connection }: { agent?: string; connection: string },
  tenant: string,
): Agent | null {
  if (name === undefined) return null;
  const agent = catalog.agent(name, tenant);
  if (agent === undefined || !serves(agent, connection)) throw new ProblemError('agent_unknown');
  return agent;
}

/** Throws `agent_misconfigured` if the agent filters by a column that the connection's model does not have. */
export function requireUsable(agent: Agent | null, model: SemanticModel): void {
  if (agent !== null && !agentFilters(agent, model).ok) throw new ProblemError('agent_misconfigured');
}
