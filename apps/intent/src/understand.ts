import type { StageFunction } from '@querent/contracts';
import { briefingFor, type BriefingDeps } from './briefing';
import { intentGraph, type IntentGraphDeps } from './intent-graph';

export type UnderstandDeps = BriefingDeps & Omit<IntentGraphDeps, 'agentVersion'>;

/** The intent stage: what is asked, and is it clear? Never any SQL. */
export function understand(deps: UnderstandDeps): StageFunction {
  const graph = intentGraph({ ...deps, agentVersion: (name) => deps.agent(name)?.version ?? null });
  return async (run, signal) => {
    const briefing = await briefingFor(run, deps, signal);
    return 'event' in briefing ? briefing : graph({ run, ...briefing }, signal);
  };
}
