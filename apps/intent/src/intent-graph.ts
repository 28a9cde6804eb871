import { END, START, StateGraph } from '@langchain/langgraph';
import type { PlanResult } from '@querent/contracts';
import { planQuestion } from '@querent/semantic';
import { clarify, converse, decline, refine, type ConcludeDeps } from './conclusions';
import { intentAnnotation, type IntentState } from './intent-state';
import { interpretReplyNode } from './interpret-reply-node';

/** Which conclusion a plan leads to. */
const conclusionOf: Record<PlanResult['kind'], 'refine' | 'clarify' | 'converse' | 'decline'> = {
  planned: 'refine',
  ambiguous: 'clarify',
  chitchat: 'converse',
  unsupported: 'decline',
};

/**
 * interpret the reply → read the question → refine | clarify | converse | decline. No checkpointer: a paused run
 * re-enters from its record, with the choices made so far.
 */
export function intentGraph(deps: ConcludeDeps) {
  return new StateGraph(intentAnnotation)
    .addNode('interpret', interpretReplyNode)
    .addNode('resolve', readQuestion)
    .addNode('refine', (state) => ({ outcome: refine(state) }))
    .addNode('clarify', (state) => ({ outcome: clarify(state, deps) }))
    .addNode('converse', (state) => ({ outcome: converse(state) }))
    .addNode('decline', (state) => ({ outcome: decline(state) }))
    .addEdge(START, 'interpret')
    .addEdge('interpret', 'resolve')
    .addConditionalEdges('resolve', (state: IntentState) => conclusionOf[state.plan.kind], ['refine', 'clarify', 'converse', 'decline'])
    .addEdge('refine', END)
    .addEdge('clarify', END)
    .addEdge('converse', END)
    .addEdge('decline', END)
    .compile();
}

function readQuestion(state: IntentState): Partial<IntentState> {
  const { locale, today, timezone } = state.run.request;
  const input = { locale, model: state.model, today, timezone, choices: state.choices };
  const plan = planQuestion({ ...input, question: state.question });
  if (!state.unclearReply || plan.kind === 'planned') return { plan };
  // The reply made nothing clearer: the question alone is what is asked about again.
  const original = state.run.data.restatedQuestion ?? state.run.request.question;
  return { plan: planQuestion({ ...input, question: original }), restated: state.run.data.restatedQuestion };
}
