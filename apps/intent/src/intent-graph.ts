import { Annotation, Command, END, START, StateGraph } from '@langchain/langgraph';
import type { Outcome, PlanResult } from '@querent/contracts';
import { clarify, type ClarifyDeps } from './conclusions/clarify';
import { needsReasoning, reason } from './conclusions/reason';
import { converse, decline } from './conclusions/answer-without-data';
import { refine, type RefineDeps } from './conclusions/refine';
import type { IntentState } from './intent-state';
import { askAgainNode, isReplyUnusable } from './nodes/ask-again-node';
import { concernsHabits, habitNode } from './nodes/habit-node';
import { interpretNode } from './nodes/interpret-node';
import { proposeNode, unknownIn, type ProposeDeps } from './nodes/propose-node';
import { recallNode, remembers, type RecallDeps } from './nodes/recall-node';
import { resolveNode } from './nodes/resolve-node';
import { recoverNode, recovers } from './recovery/recover-node';

export type IntentGraphDeps = RecallDeps & ProposeDeps & RefineDeps & ClarifyDeps & ReasoningDeps;

interface ReasoningDeps {
  /** Whether a language model is configured for questions that the planner does not cover. */
  reasoner: boolean;
}

type Conclusion = 'refine' | 'clarify' | 'converse' | 'decline' | 'reason';
type Step = 'propose' | 'again' | 'habit';
type Next = Step | Conclusion;

/** The conclusion for each kind of plan. */
const conclusionOf: Record<PlanResult['kind'], Conclusion> = {
  planned: 'refine',
  ambiguous: 'clarify',
  chitchat: 'converse',
  unsupported: 'decline',
};

const conclusions: Record<Conclusion, (state: IntentState, deps: IntentGraphDeps) => Outcome<'intent'>> = {
  refine,
  clarify,
  converse,
  decline,
  reason,
};

const isConclusion = (next: Next): next is Conclusion => Object.hasOwn(conclusions, next);

/** One channel holds the whole state: LangGraph updates every channel at each step, which costs more than the nodes. */
const channel = Annotation.Root({ state: Annotation<IntentState>, next: Annotation<Next> });
type Channel = typeof channel.State;

type Node = (
  state: IntentState,
  config: { signal?: AbortSignal },
) => Partial<IntentState> | Promise<Partial<IntentState>>;

/**
 * Wraps a node so that it selects its successor with a command. This costs a third less than conditional edges (3.1
 * instead of 4.3 ms CPU for three steps of ten nodes). A conclusion ends the graph.
 */
const step =
  (node: Node, next: (state: IntentState) => Next) =>
  async ({ state }: Channel, config: { signal?: AbortSignal }) => {
    const after = { ...state, ...(await node(state, config)) };
    const successor = next(after);
    return new Command({ update: { state: after, next: successor }, goto: isConclusion(successor) ? END : successor });
  };

/**
 * The flow of the intent stage:
 * 1. Interpret the reply, recall the conversation, and resolve the question; or recover a failed query.
 * 2. If the plan is not final, go through the graph: propose readings of unknown words, then apply habits, or ask again
 *    if the reply could not be used.
 * 3. Conclude: refine, clarify, converse, decline, or reason (a language model continues). Steps 1 and 3 are linear and
 *    therefore outside the graph, where each step costs about a millisecond; most questions are clear after step 1.
 *    There is no checkpointer: a paused run re-enters from its record, with the choices made so far.
 * @returns a function from a run to the final state, which holds the outcome. It rejects if Redis is unreachable, or
 * with the signal's reason.
 */
export function intentGraph(
  deps: IntentGraphDeps,
): (state: Pick<IntentState, 'run' | 'model' | 'defaults'>, signal: AbortSignal) => Promise<IntentState> {
  // A follow-up to a language model's answer is not planned alone if no language model is configured any more: the
  // generator reports that it cannot be answered.
  const isForModel = (state: IntentState): boolean =>
    needsReasoning(state) && (deps.reasoner || (state.continuesModelAnswer && state.plan.kind === 'planned'));
  const conclude = (state: IntentState): Conclusion => (isForModel(state) ? 'reason' : conclusionOf[state.plan.kind]);
  const afterPropose = (state: IntentState): Next => {
    if (isReplyUnusable(state) && !isForModel(state)) return 'again';
    return concernsHabits(state) ? 'habit' : conclude(state);
  };
  const afterResolve = (state: IntentState): Next => (unknownIn(state).length > 0 ? 'propose' : afterPropose(state));
  const readQuestion = enter(deps);
  const graph = new StateGraph(channel)
    .addNode('propose', step(proposeNode(deps), afterPropose), { ends: ['habit', 'again', END] })
    .addNode('again', step(askAgainNode, conclude), { ends: [END] })
    .addNode('habit', step(habitNode(deps), conclude), { ends: [END] })
    .addConditionalEdges(START, ({ next }: Channel) => next as Step, ['propose', 'again', 'habit'])
    .compile();
  return async (start, signal) => {
    signal.throwIfAborted();
    const { state: entered, isRecovered } = await readQuestion(start as IntentState);
    signal.throwIfAborted();
    const begin = { state: entered, next: isRecovered ? conclude(entered) : afterResolve(entered) };
    const { state, next } = isConclusion(begin.next) ? begin : await graph.invoke(begin, { signal });
    return { ...state, outcome: conclusions[next as Conclusion](state, deps) };
  };
}

/** The state after the first step; it holds a plan. */
interface Entered {
  state: IntentState;
  /** Whether the plan is a failed query that the user's reply has changed. */
  isRecovered: boolean;
}

/**
 * The first step: interprets the reply, recalls the conversation, and plans the question; or recovers a failed query.
 */
function enter(deps: RecallDeps): (begun: IntentState) => Promise<Entered> {
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
