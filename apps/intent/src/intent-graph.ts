import { Annotation, Command, END, START, StateGraph } from '@langchain/langgraph';
import type { Outcome, PlanResult } from '@querent/contracts';
import { clarify, type ClarifyDeps } from './conclusions/clarify';
import { needsReasoning, reason } from './conclusions/reason';
import { converse } from './conclusions/converse';
import { decline } from './conclusions/decline';
import { refine, type RefineDeps } from './conclusions/refine';
import type { IntentState } from './intent-state';
import { askAgainNode, ledNowhere } from './nodes/ask-again-node';
import { concernsHabits, habitNode } from './nodes/habit-node';
import { interpretNode } from './nodes/interpret-node';
import { proposeNode, unknownIn, type ProposeDeps } from './nodes/propose-node';
import { recallNode, remembers, type RecallDeps } from './nodes/recall-node';
import { resolveNode } from './nodes/resolve-node';
import { recoverNode, recovers } from './recovery/recover-node';

export type IntentGraphDeps = RecallDeps & ProposeDeps & RefineDeps & ClarifyDeps & ReasoningDeps;

interface ReasoningDeps {
  /** Whether a language model is there for what the planner does not cover. */
  reasoner: boolean;
}

const conclusions = ['refine', 'clarify', 'converse', 'decline', 'reason'] as const;

/** Which conclusion a plan leads to. */
const conclusionOf: Record<PlanResult['kind'], (typeof conclusions)[number]> = {
  planned: 'refine',
  ambiguous: 'clarify',
  chitchat: 'converse',
  unsupported: 'decline',
};

/** One channel for the whole state: LangGraph looks after each channel at each step, which costs more than the steps do. */
const channel = Annotation.Root({ state: Annotation<IntentState> });
type Channel = typeof channel.State;

type Node = (state: IntentState, config: { signal?: AbortSignal }) => Partial<IntentState> | Promise<Partial<IntentState>>;

/** A node that names its successor itself: a third cheaper than conditional edges (3.1 against 4.3 ms CPU for three steps of ten nodes). */
const step = (node: Node, next: (state: IntentState) => string) => async ({ state }: Channel, config: { signal?: AbortSignal }) => {
  const after = { ...state, ...(await node(state, config)) };
  return new Command({ update: { state: after }, goto: next(after) });
};
const last = (conclusion: (state: IntentState) => Outcome) => ({ state }: Channel) => ({ state: { ...state, outcome: conclusion(state) } });

/**
 * interpret the reply → (recall the conversation) → resolve the question → (propose readings of unknown words) → (take
 * habits | ask again where a reply led nowhere) → refine | clarify | converse | decline | reason (a language model goes on). No checkpointer: a paused run re-enters from its record, with the choices
 * made so far; a reply to a failed statement changes the failed query and recovers. Steps in brackets are left out where
 * they have nothing to do: each costs about a millisecond.
 * @returns reads a question up to its outcome, which stands in the state. Rejects when the memory is away, or with the signal's reason.
 */
export function intentGraph(deps: IntentGraphDeps): (state: Pick<IntentState, 'run' | 'model' | 'defaults'>, signal: AbortSignal) => Promise<IntentState> {
  // Without a model any more, what goes on from its answer is not answered by itself: the generator says that nobody can.
  const isForModel = (state: IntentState): boolean => needsReasoning(state) && (deps.reasoner || (state.goesOnFromModel && state.plan.kind === 'planned'));
  const conclude = (state: IntentState): string => (isForModel(state) ? 'reason' : conclusionOf[state.plan.kind]);
  const afterRecover = (state: IntentState): string => (state.plan === undefined ? 'resolve' : conclude(state));
  const afterPropose = (state: IntentState): string => {
    if (ledNowhere(state) && !isForModel(state)) return 'again';
    return concernsHabits(state) ? 'habit' : conclude(state);
  };
  const afterResolve = (state: IntentState): string => (unknownIn(state).length > 0 ? 'propose' : afterPropose(state));
  const interpret = (state: IntentState): Partial<IntentState> => (recovers(state) ? {} : interpretNode(state));
  const graph = new StateGraph(channel)
    .addNode('interpret', step(interpret, afterInterpret), { ends: ['recover', 'recall', 'resolve'] })
    .addNode('recover', step(recoverNode, afterRecover), { ends: ['resolve', ...conclusions] })
    .addNode('recall', step(recallNode(deps), () => 'resolve'), { ends: ['resolve'] })
    .addNode('resolve', step(resolveNode, afterResolve), { ends: ['propose', 'habit', 'again', ...conclusions] })
    .addNode('propose', step(proposeNode(deps), afterPropose), { ends: ['habit', 'again', ...conclusions] })
    .addNode('again', step(askAgainNode, conclude), { ends: [...conclusions] })
    .addNode('habit', step(habitNode(deps), conclude), { ends: [...conclusions] })
    .addNode('refine', last((state) => refine(state, deps)))
    .addNode('clarify', last((state) => clarify(state, deps)))
    .addNode('converse', last(converse))
    .addNode('decline', last(decline))
    .addNode('reason', last((state) => reason(state, deps)))
    .addEdge(START, 'interpret')
    .addEdge('refine', END)
    .addEdge('clarify', END)
    .addEdge('converse', END)
    .addEdge('decline', END)
    .addEdge('reason', END)
    .compile();
  return async (state, signal) => (await graph.invoke({ state: state as IntentState }, { signal })).state;
}

const afterInterpret = (state: IntentState): string => (recovers(state) ? 'recover' : remembers(state) ? 'recall' : 'resolve');
