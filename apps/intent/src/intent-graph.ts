import { Annotation, Command, END, START, StateGraph } from '@langchain/langgraph';
import type { Outcome, PlanResult } from '@querent/contracts';
import { clarify, type ClarifyDeps } from './conclusions/clarify';
import { needsReasoning, reason } from './conclusions/reason';
import { converse } from './conclusions/converse';
import { decline } from './conclusions/decline';
import { refine, type RefineDeps } from './conclusions/refine';
import { enter } from './entry/enter';
import type { IntentState } from './intent-state';
import { askAgainNode, ledNowhere } from './nodes/ask-again-node';
import { concernsHabits, habitNode } from './nodes/habit-node';
import { proposeNode, unknownIn, type ProposeDeps } from './nodes/propose-node';
import type { RecallDeps } from './nodes/recall-node';

export type IntentGraphDeps = RecallDeps & ProposeDeps & RefineDeps & ClarifyDeps & ReasoningDeps;

interface ReasoningDeps {
  /** Whether a language model is there for what the planner does not cover. */
  reasoner: boolean;
}

type Conclusion = 'refine' | 'clarify' | 'converse' | 'decline' | 'reason';
type Step = 'propose' | 'again' | 'habit';
type Next = Step | Conclusion;

/** Which conclusion a plan leads to. */
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

/**
 * One channel for the whole state: LangGraph looks after each channel at each step, which costs more than the steps do.
 */
const channel = Annotation.Root({ state: Annotation<IntentState>, next: Annotation<Next> });
type Channel = typeof channel.State;

type Node = (
  state: IntentState,
  config: { signal?: AbortSignal },
) => Partial<IntentState> | Promise<Partial<IntentState>>;

/**
 * A node that names its successor itself: a third cheaper than conditional edges (3.1 against 4.3 ms CPU for three
 * steps of ten nodes). A conclusion ends the graph.
 */
const step =
  (node: Node, next: (state: IntentState) => Next) =>
  async ({ state }: Channel, config: { signal?: AbortSignal }) => {
    const after = { ...state, ...(await node(state, config)) };
    const successor = next(after);
    return new Command({ update: { state: after, next: successor }, goto: isConclusion(successor) ? END : successor });
  };

/**
 * interpret the reply → (recall the conversation) → resolve the question, or recover a failed one; then, where
 * something is open, round the graph: (propose readings of unknown words) → (take habits | ask again where a reply led
 * nowhere); in the end refine | clarify | converse | decline | reason (a language model goes on). What comes before and
 * after goes one way, so it costs no step of the graph: each takes about a millisecond, and most questions are clear at
 * once. No checkpointer: a paused run re-enters from its record, with the choices made so far; a reply to a failed
 * statement changes the failed query and recovers.
 * @returns reads a question up to its outcome, which stands in the state. Rejects when the memory is away, or with the
 * signal's reason.
 */
export function intentGraph(
  deps: IntentGraphDeps,
): (state: Pick<IntentState, 'run' | 'model' | 'defaults'>, signal: AbortSignal) => Promise<IntentState> {
  // Without a model any more, what goes on from its answer is not answered by itself: the generator says that nobody
  // can.
  const isForModel = (state: IntentState): boolean =>
    needsReasoning(state) && (deps.reasoner || (state.goesOnFromModel && state.plan.kind === 'planned'));
  const conclude = (state: IntentState): Conclusion => (isForModel(state) ? 'reason' : conclusionOf[state.plan.kind]);
  const afterPropose = (state: IntentState): Next => {
    if (ledNowhere(state) && !isForModel(state)) return 'again';
    return concernsHabits(state) ? 'habit' : conclude(state);
  };
  const afterResolve = (state: IntentState): Next => (unknownIn(state).length > 0 ? 'propose' : afterPropose(state));
  const first = enter(deps);
  const graph = new StateGraph(channel)
    .addNode('propose', step(proposeNode(deps), afterPropose), { ends: ['habit', 'again', END] })
    .addNode('again', step(askAgainNode, conclude), { ends: [END] })
    .addNode('habit', step(habitNode(deps), conclude), { ends: [END] })
    .addConditionalEdges(START, ({ next }: Channel) => next as Step, ['propose', 'again', 'habit'])
    .compile();
  return async (start, signal) => {
    signal.throwIfAborted();
    const { state: entered, isRecovered } = await first(start as IntentState);
    signal.throwIfAborted();
    const begin = { state: entered, next: isRecovered ? conclude(entered) : afterResolve(entered) };
    const { state, next } = isConclusion(begin.next) ? begin : await graph.invoke(begin, { signal });
    return { ...state, outcome: conclusions[next as Conclusion](state, deps) };
  };
}
