import { Annotation, Command, END, START, StateGraph } from '@langchain/langgraph';
import type { Outcome } from '@querent/contracts';
import { conclude, isConclusion } from './conclusions/conclude';
import { enter } from './entry/enter';
import type { GeneratorDeps } from './generator-deps';
import { isPlanned, type GeneratorState, type Next, type Step } from './generator-state';
import { callNode } from './nodes/call-node';
import { checkNode } from './nodes/check-node';
import { explorationNode } from './nodes/exploration-node';
import { triesLeft } from './record/attempts';

/** Limit of unusable replies per job: unreadable ones and redundant explorations. */
const MAX_WASTED = 2;

/**
 * One channel for the whole state, because LangGraph's work per channel and step costs more than the steps themselves.
 */
const channel = Annotation.Root({ state: Annotation<GeneratorState> });
type Channel = typeof channel.State;

type Node = (
  state: GeneratorState,
  config: { signal?: AbortSignal },
) => Partial<GeneratorState> | Promise<Partial<GeneratorState>>;

/** Wraps a node that chooses its successor; a conclusion ends the graph. */
const step =
  (node: Node, next: (state: GeneratorState) => Next) =>
  async ({ state }: Channel, config: { signal?: AbortSignal }) => {
    const after = { ...state, ...(await node(state, config)) };
    const successor = next(after);
    return new Command({
      update: { state: { ...after, next: successor } },
      goto: isConclusion(successor) ? END : successor,
    });
  };

/**
 * The loop with a model: draft | repair (model calls) → check (lint, fix, guard) → written | repair | explore; →
 * exploration (checks an exploration of stored values) → explore | repair; → clarify; without a usable reply → the
 * planner's conclusion. Entry (`enter`) and conclusion (`conclude`) are linear, so they are not steps of the graph.
 * There is no checkpointer: each round resumes from the run record, so a crash costs one round. The rounds of a job are
 * bounded by MAX_ATTEMPTS, MAX_EXPLORATIONS, MAX_WASTED and the run's budget.
 * @returns a function that runs a job to its outcome. It rejects with the signal's reason; model failures are outcomes.
 */
export function generatorGraph(
  deps: GeneratorDeps,
): (
  start: Omit<GeneratorState, 'next' | 'checked' | 'described'>,
  signal: AbortSignal,
) => Promise<Outcome<'sql-generator'>> {
  const call = callNode(deps);
  const graph = new StateGraph(channel)
    .addNode('draft', step(call, afterReply), { ends: ['draft', 'check', 'exploration', END] })
    .addNode('repair', step(call, afterReply), { ends: ['repair', 'check', 'exploration', END] })
    .addNode('exploration', step(explorationNode, afterExploration), { ends: ['check', 'repair', END] })
    .addNode('check', step(checkNode(deps), afterCheck), { ends: ['repair', END] })
    .addConditionalEdges(START, ({ state }: Channel) => state.next as Step, ['draft', 'repair', 'check'])
    .compile();
  return async (start, signal) => {
    signal.throwIfAborted();
    const entered = await enter(start as GeneratorState, deps);
    if (isConclusion(entered.next)) return conclude(entered, deps);
    const { state } = await graph.invoke({ state: entered }, { signal, recursionLimit: MOST_STEPS });
    return conclude(state, deps);
  };
}

/** Recursion limit, far above the bounds of the rounds: reaching it would be a bug of the graph. */
const MOST_STEPS = 60;

/** The planner's reading is certain, so a repair of its statement needs no clarification and no exploration. */
function afterReply(state: GeneratorState): Next {
  const { reply, wasted } = state;
  if (reply?.kind === 'sql') return 'check';
  if (isPlanned(state))
    return reply === null || wasted >= MAX_WASTED || reply?.kind !== 'unreadable' ? 'ask' : 'repair';
  if (reply === null || reply === undefined) return 'fallBack';
  if (reply.kind === 'unreadable') return wasted >= MAX_WASTED ? 'fallBack' : again(state);
  return reply.kind === 'clarification' ? 'clarify' : 'exploration';
}

const again = ({ failed }: GeneratorState): Next => (failed === null ? 'draft' : 'repair');

function afterExploration({ reply, reasoning, wasted }: GeneratorState): Next {
  if (reply?.kind === 'sql') return 'check';
  if (reasoning.explorations.at(-1)?.state === 'wanted') return 'explore';
  return wasted >= MAX_WASTED ? 'fallBack' : 'repair';
}

function afterCheck(state: GeneratorState): Next {
  if (state.described !== undefined) return 'written';
  if (state.reasoning.explorations.at(-1)?.state === 'wanted') return 'explore';
  if (triesLeft(state.run, state.attempts) > 0) return 'repair';
  return isPlanned(state) ? 'ask' : 'broken';
}
