import type { StageFunction } from '@querent/contracts';
import { resolveRequest, type ResolveRequestDeps } from './resolve-request';
import { settleZone, withZone } from './settle-zone';
import { intentGraph, type IntentGraphDeps } from './intent-graph';
import { shareStatement, type ShareDeps } from './sharing/share-statement';

export type UnderstandDeps = ResolveRequestDeps & Omit<IntentGraphDeps & ShareDeps, 'agentVersion'>;

/** The intent stage: plans the question, or asks for clarification. It writes no SQL. */
export function understand(deps: UnderstandDeps): StageFunction<'intent'> {
  const graphDeps = {
    ...deps,
    agentVersion: (name: string, tenant: string) => deps.agent(name, tenant)?.version ?? null,
  };
  const graph = intentGraph(graphDeps);
  return async (run, signal) => {
    const resolved = await resolveRequest(run, deps);
    if ('event' in resolved) return resolved;
    const settled = settleZone(run, resolved.model);
    const state = await graph({ run: settled.run, ...resolved }, signal);
    return shareStatement(state, withZone(state.outcome, settled), graphDeps, signal);
  };
}
