import type { StageFunction } from '@querent/contracts';
import { briefingFor, type BriefingDeps } from './briefing';
import { settleZone, withZone } from './settle-zone';
import { intentGraph, type IntentGraphDeps } from './intent-graph';
import { shareStatement, type ShareDeps } from './sharing/share-statement';

export type UnderstandDeps = BriefingDeps & Omit<IntentGraphDeps & ShareDeps, 'agentVersion'>;

/** The intent stage: plans the question, or asks for clarification. It writes no SQL. */
export function understand(deps: UnderstandDeps): StageFunction<'intent'> {
  const graphDeps = { ...deps, agentVersion: (name: string) => deps.agent(name)?.version ?? null };
  const graph = intentGraph(graphDeps);
  return async (run, signal) => {
    const briefing = await briefingFor(run, deps);
    if ('event' in briefing) return briefing;
    const settled = settleZone(run, briefing.model);
    const state = await graph({ run: settled.run, ...briefing }, signal);
    return shareStatement(state, withZone(state.outcome, settled), graphDeps, signal);
  };
}
