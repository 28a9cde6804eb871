// The `model.mjs` of the recipe for LangGraph: a scripted chat model.
import { AIMessage } from '@langchain/core/messages';
import { fakeModel } from '@langchain/core/testing';
import { nextStep } from './next-step.mjs';

const MOST_CALLS = 8;

export const model = fakeModel();
for (let call = 0; call < MOST_CALLS; call += 1) {
  model.respond((messages) => {
    const results = messages.filter(({ type }) => type === 'tool').map(({ text }) => JSON.parse(text));
    const step = nextStep(results);
    if ('text' in step) return new AIMessage(step.text);
    const toolCall = { id: `call-${results.length}`, name: step.tool, args: step.args, type: 'tool_call' };
    return new AIMessage({ content: '', tool_calls: [toolCall] });
  });
}
