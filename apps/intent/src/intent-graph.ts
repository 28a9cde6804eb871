import { END, START, StateGraph } from '@langchain/langgraph';
import type { PlanResult } from '@querent/contracts';
import { clarify, type ClarifyDeps } from './conclusions/clarify';
import { converse } from './conclusions/converse';
import { decline } from './conclusions/decline';
import { refine, type RefineDeps } from './conclusions/refine';
import { intentAnnotation, type IntentState } from './intent-state';
import { concernsHabits, habitNode } from './nodes/habit-node';
import { interpretNode } from './nodes/interpret-node';
import { proposeNode, unknownIn, type ProposeDeps } from './nodes/propose-node';
import { recallNode, type RecallDeps } from './nodes/recall-node';
import { resolveNode } from './nodes/resolve-node';
import { recoverNode, recovers } from './recovery/recover-node';

export type IntentGraphDeps = RecallDeps & ProposeDeps & RefineDeps & ClarifyDeps;

const conclusions = ['refine', 'clarify', 'converse', 'decline'] as const;

/** Which conclusion a plan leads to. */
const conclusionOf: Record<PlanResult['kind'], (typeof conclusions)[number]> = {
  planned: 'refine',
  ambiguous: 'clarify',
  chitchat: 'converse',
  unsupported: 'decline',
};

/**
 * interpret the reply → recall the conversation → resolve the question → (propose readings of unknown words) → (take
 * habits) → refine | clarify | converse | decline. No checkpointer: a paused run re-enters from its record, with the choices
 * made so far; a reply to a failed statement changes the failed query and recovers. Steps in brackets are left out where they have nothing to do: each costs about a millisecond.
 */
export function intentGraph(deps: IntentGraphDeps) {
  return new StateGraph(intentAnnotation)
    .addNode('interpret', interpretNode)
    .addNode('recover', recoverNode)
    .addNode('recall', recallNode(deps))
    .addNode('resolve', resolveNode)
    .addNode('propose', proposeNode(deps))
    .addNode('habit', habitNode(deps))
    .addNode('refine', (state) => ({ outcome: refine(state, deps) }))
    .addNode('clarify', (state) => ({ outcome: clarify(state, deps) }))
    .addNode('converse', (state) => ({ outcome: converse(state) }))
    .addNode('decline', (state) => ({ outcome: decline(state) }))
    .addConditionalEdges(START, (state) => (recovers(state) ? 'recover' : 'interpret'), ['recover', 'interpret'])
    .addConditionalEdges('recover', (state) => (state.plan === undefined ? 'recall' : conclude(state)), ['recall', ...conclusions])
    .addEdge('interpret', 'recall')
    .addEdge('recall', 'resolve')
    .addConditionalEdges('resolve', afterResolve, ['propose', 'habit', ...conclusions])
    .addConditionalEdges('propose', afterPropose, ['habit', ...conclusions])
    .addConditionalEdges('habit', conclude, [...conclusions])
    .addEdge('refine', END)
    .addEdge('clarify', END)
    .addEdge('converse', END)
    .addEdge('decline', END)
    .compile();
}

const conclude = ({ plan }: IntentState): (typeof conclusions)[number] => conclusionOf[plan.kind];
const afterPropose = (state: IntentState): 'habit' | (typeof conclusions)[number] => (concernsHabits(state) ? 'habit' : conclude(state));
const afterResolve = (state: IntentState): 'propose' | ReturnType<typeof afterPropose> => (unknownIn(state).length > 0 ? 'propose' : afterPropose(state));
