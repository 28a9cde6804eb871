import { Annotation, Command, END, START, StateGraph } from '@langchain/langgraph';
import type { Outcome } from '@querent/contracts';
import { conclude, isConclusion } from './conclusions/conclude';
import { enter } from './entry/enter';
import type { GeneratorDeps } from './generator-deps';
import { isPlanned, type GeneratorState, type Next, type Step } from './generator-state';
import { callNode } from './nodes/call-node';
import { checkNode } from './nodes/check-node';
import { lookNode } from './nodes/look-node';
import { triesLeft } from './record/attempts';

/** Rounds with models that may lead nowhere: a reply nobody can read, a look that was refused. */
const MAX_WASTED = 2;

/**
 * One channel for the whole state: LangGraph looks after each channel at each step, which costs more than the steps do.
 */
const channel = Annotation.Root({ state: Annotation<GeneratorState> });
type Channel = typeof channel.State;

type Node = (
  state: GeneratorState,
  config: { signal?: AbortSignal },
) => Partial<GeneratorState> | Promise<Partial<GeneratorState>>;

/** A node that names its successor itself; a conclusion ends the graph. */
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
 * What may go round and round with a model: draft | repair (a model) → check (lint, fix, guard) → written | repair |
 * explore, → look (at stored values) → explore | repair, → clarify; and where no model helps, to what the planner
 * concluded. What comes before (`enter`) and after (`conclude`) goes one way, so it costs no step of the graph. No
 * checkpointer: each round re-enters from the run record, so a crash costs one round. The rounds of one job are bounded
 * by MAX_ATTEMPTS, MAX_EXPLORATIONS, MAX_WASTED and the run's budget.
 * @returns reads a run up to its outcome. Rejects with the signal's reason; trouble with a model is an outcome.
 */
export function generatorGraph(
  deps: GeneratorDeps,
): (
  start: Omit<GeneratorState, 'next' | 'checked' | 'told'>,
  signal: AbortSignal,
) => Promise<Outcome<'sql-generator'>> {
  const call = callNode(deps);
  const graph = new StateGraph(channel)
    .addNode('draft', step(call, afterReply), { ends: ['draft', 'check', 'look', END] })
    .addNode('repair', step(call, afterReply), { ends: ['repair', 'check', 'look', END] })
    .addNode('look', step(lookNode, afterLook), { ends: ['check', 'repair', END] })
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

/** Far above what the bounds of the rounds allow: reaching it would be a mistake of the graph. */
const MOST_STEPS = 60;

/** The planner's question is clear: a repair of its statement has nothing to ask or to look at. */
function afterReply(state: GeneratorState): Next {
  const { reply, wasted } = state;
  if (reply?.kind === 'sql') return 'check';
  if (isPlanned(state))
    return reply === null || wasted >= MAX_WASTED || reply?.kind !== 'unreadable' ? 'ask' : 'repair';
  if (reply === null || reply === undefined) return 'fallBack';
  if (reply.kind === 'unreadable') return wasted >= MAX_WASTED ? 'fallBack' : again(state);
  return reply.kind === 'clarification' ? 'clarify' : 'look';
}

const again = ({ failed }: GeneratorState): Next => (failed === null ? 'draft' : 'repair');

function afterLook({ reply, reasoning, wasted }: GeneratorState): Next {
  if (reply?.kind === 'sql') return 'check';
  if (reasoning.explorations.at(-1)?.state === 'wanted') return 'explore';
  return wasted >= MAX_WASTED ? 'fallBack' : 'repair';
}

function afterCheck(state: GeneratorState): Next {
  if (state.told !== undefined) return 'written';
  if (state.reasoning.explorations.at(-1)?.state === 'wanted') return 'explore';
  if (triesLeft(state.run, state.attempts) > 0) return 'repair';
  return isPlanned(state) ? 'ask' : 'broken';
}
