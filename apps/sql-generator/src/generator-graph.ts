import { Annotation, Command, END, START, StateGraph } from '@langchain/langgraph';
import type { Outcome } from '@querent/contracts';
import { askHowToGoOn, giveUp } from './conclusions/give-up';
import { broken } from './conclusions/broken';
import { clarify } from './conclusions/clarify';
import { compiled } from './conclusions/compiled';
import { explore } from './conclusions/explore';
import { fallBack } from './conclusions/fall-back';
import { written } from './conclusions/written';
import type { GeneratorDeps } from './generator-deps';
import type { GeneratorState } from './generator-state';
import { callNode } from './nodes/call-node';
import { checkNode } from './nodes/check-node';
import { compileNode } from './nodes/compile-node';
import { lookNode } from './nodes/look-node';
import { resumeNode } from './nodes/resume-node';
import { triesLeft } from './record/attempts';

type Conclusion = 'compiled' | 'written' | 'explore' | 'clarify' | 'broken' | 'fallBack' | 'ask' | 'giveUp';

/** Rounds with models that may lead nowhere: a reply nobody can read, a look that was refused. */
const MAX_WASTED = 2;

/** One channel for the whole state: LangGraph looks after each channel at each step, which costs more than the steps do. */
const channel = Annotation.Root({ state: Annotation<GeneratorState> });
type Channel = typeof channel.State;

type Node = (state: GeneratorState, config: { signal?: AbortSignal }) => Partial<GeneratorState> | Promise<Partial<GeneratorState>>;
type Next = Conclusion | 'resume' | 'draft' | 'repair' | 'check' | 'look';

/** A node that names its successor itself. */
const step = (node: Node, next: (state: GeneratorState) => Next) => async ({ state }: Channel, config: { signal?: AbortSignal }) => {
  const after = { ...state, ...(await node(state, config)) };
  return new Command({ update: { state: after }, goto: next(after) });
};
const last = (conclusion: (state: GeneratorState) => Outcome | Promise<Outcome>) => async ({ state }: Channel) => ({ state: { ...state, outcome: await conclusion(state) } });

/**
 * compile → compiled, or for what the planner does not cover, and for its statement that the database refused:
 * resume (strategy, what failed, what was found) → draft | repair (a model) → check (lint, fix, guard) → written | repair,
 * → look (at stored values) → explore | repair, → clarify; and where no model helps, to what the planner concluded. No
 * checkpointer: each round re-enters from the run record, so a crash costs one round. The rounds of one job are bounded by
 * MAX_ATTEMPTS, MAX_EXPLORATIONS, MAX_WASTED and the run's budget.
 * @returns reads a run up to its outcome. Rejects with the signal's reason; trouble with a model is an outcome.
 */
export function generatorGraph(deps: GeneratorDeps): (state: Omit<GeneratorState, 'outcome' | 'checked' | 'told'>, signal: AbortSignal) => Promise<Outcome> {
  const call = callNode(deps);
  const graph = new StateGraph(channel)
    .addNode('compile', step(compileNode(deps), afterCompile), { ends: ['compiled', 'giveUp', 'resume', 'ask'] })
    .addNode('resume', step(resumeNode(deps), afterResume(deps)), { ends: ['draft', 'repair', 'check', 'broken', 'fallBack', 'ask'] })
    .addNode('draft', step(call, afterReply), { ends: ['draft', 'check', 'look', 'clarify', 'fallBack'] })
    .addNode('repair', step(call, afterReply), { ends: ['repair', 'check', 'look', 'clarify', 'fallBack', 'ask'] })
    .addNode('look', step(lookNode, afterLook), { ends: ['explore', 'check', 'repair', 'fallBack'] })
    .addNode('check', step(checkNode(deps), afterCheck), { ends: ['written', 'repair', 'broken', 'ask'] })
    .addNode('compiled', last((state) => compiled(state, deps)))
    .addNode('written', last((state) => written(state, deps)))
    .addNode('explore', last(explore))
    .addNode('clarify', last((state) => clarify(state, deps)))
    .addNode('broken', last((state) => broken(state, deps)))
    .addNode('fallBack', last((state) => fallBack(state, deps)))
    .addNode('ask', last((state) => askHowToGoOn(state, deps)))
    .addNode('giveUp', last(giveUp))
    .addConditionalEdges(START, ({ state }: Channel) => enter(state, deps), ['compile', 'resume', 'ask'])
    .addEdge('compiled', END)
    .addEdge('written', END)
    .addEdge('explore', END)
    .addEdge('clarify', END)
    .addEdge('broken', END)
    .addEdge('fallBack', END)
    .addEdge('ask', END)
    .addEdge('giveUp', END)
    .compile();
  return async (state, signal) => (await graph.invoke({ state: state as GeneratorState }, { signal, recursionLimit: MOST_STEPS })).state.outcome;
}

/** Far above what the bounds of the rounds allow: reaching it would be a mistake of the graph. */
const MOST_STEPS = 60;

const isPlanned = ({ run }: GeneratorState): boolean => run.data.semanticQuery !== null;

/** A statement in the record is one that the database refused: a pause takes it out. */
function enter(state: GeneratorState, { models }: GeneratorDeps): 'compile' | 'resume' | 'ask' {
  const { semanticQuery, reasoning, compiled: refused } = state.run.data;
  if (semanticQuery === null && reasoning !== null) return 'resume';
  return refused !== null && (models === null || triesLeft(state.run, state.attempts) <= 0) ? 'ask' : 'compile';
}

const afterCompile = ({ compiled: query, run }: GeneratorState): Next =>
  run.data.compiled === null ? (query === null ? 'giveUp' : 'compiled') : query === null ? 'ask' : 'resume';

const afterResume = ({ models }: GeneratorDeps) => (state: GeneratorState): Next => {
  if (isPlanned(state)) return state.failed === null ? 'ask' : 'repair';
  if (models === null) return 'fallBack';
  if (triesLeft(state.run, state.attempts) <= 0) return 'broken';
  return state.reply?.kind === 'sql' ? 'check' : again(state);
};

const again = ({ failed }: GeneratorState): Next => (failed === null ? 'draft' : 'repair');

/** The planner's question is clear: a repair of its statement has nothing to ask or to look at. */
function afterReply(state: GeneratorState): Next {
  const { reply, wasted } = state;
  if (reply?.kind === 'sql') return 'check';
  if (isPlanned(state)) return reply === null || wasted >= MAX_WASTED || reply?.kind !== 'unreadable' ? 'ask' : 'repair';
  if (reply === null || reply === undefined) return 'fallBack';
  if (reply.kind === 'unreadable') return wasted >= MAX_WASTED ? 'fallBack' : again(state);
  return reply.kind === 'clarification' ? 'clarify' : 'look';
}

function afterLook({ reply, reasoning, wasted }: GeneratorState): Next {
  if (reply?.kind === 'sql') return 'check';
  if (reasoning.explorations.at(-1)?.state === 'wanted') return 'explore';
  return wasted >= MAX_WASTED ? 'fallBack' : 'repair';
}

function afterCheck(state: GeneratorState): Next {
  if (state.told !== undefined) return 'written';
  if (triesLeft(state.run, state.attempts) > 0) return 'repair';
  return isPlanned(state) ? 'ask' : 'broken';
}
