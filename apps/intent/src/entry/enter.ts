import type { IntentState } from '../intent-state';
import { interpretNode } from '../nodes/interpret-node';
import { recallNode, remembers, type RecallDeps } from '../nodes/recall-node';
import { resolveNode } from '../nodes/resolve-node';
import { recoverNode, recovers } from '../recovery/recover-node';

/** A question as it was first read: the state holds a plan. */
export interface Entered {
  state: IntentState;
  /** The plan is a failed query, changed as its asker replied. */
  isRecovered: boolean;
}

/**
 * What every question passes, one way: the reply is interpreted, the conversation recalled where there is one, the
 * question read; or a failed one is recovered.
 */
export function enter(deps: RecallDeps): (begun: IntentState) => Promise<Entered> {
  const recall = recallNode(deps);
  return async (begun) => {
    const recovered = recovers(begun) ? { ...begun, ...recoverNode(begun) } : null;
    if (recovered?.plan !== undefined) return { state: recovered, isRecovered: true };
    const interpreted = recovered ?? { ...begun, ...interpretNode(begun) };
    const recalled =
      recovered === null && remembers(interpreted) ? { ...interpreted, ...(await recall(interpreted)) } : interpreted;
    return { state: { ...recalled, ...resolveNode(recalled) }, isRecovered: false };
  };
}
