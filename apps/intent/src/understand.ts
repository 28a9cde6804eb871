import type { StageFunction } from '@querent/contracts';
import { briefingFor, type BriefingDeps } from './briefing';
import { settleZone, withZone } from './entry/settle-zone';
import { intentGraph, type IntentGraphDeps } from './intent-graph';
import { shareStatement, type ShareDeps } from './sharing/share-statement';

export type UnderstandDeps = BriefingDeps & Omit<IntentGraphDeps & ShareDeps, 'agentVersion'>;

/** The intent stage: what is asked, and is it clear? Never any SQL. */
export function understand(deps: UnderstandDeps): StageFunction<'intent'> {
  const whole = { ...deps, agentVersion: (name: string) => deps.agent(name)?.version ?? null };
  const graph = intentGraph(whole);
  return async (run, signal) => {
    const briefing = await briefingFor(run, deps);
    if ('event' in briefing) return briefing;
    const settled = settleZone(run, briefing.model);
    const state = await graph({ run: settled.run, ...briefing }, signal);
    return shareStatement(state, withZone(state.outcome, settled), whole, signal);
  };
}
