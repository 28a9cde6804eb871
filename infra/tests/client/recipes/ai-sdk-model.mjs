// The `model.mjs` of the recipe for the AI SDK: a scripted language model.
import { MockLanguageModelV3 } from 'ai/test';
import { nextStep } from './next-step.mjs';

const counted = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 };
const usage = { inputTokens: counted, outputTokens: { total: 0, text: 0, reasoning: 0 } };

export const model = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    const results = prompt.filter(({ role }) => role === 'tool').map(({ content: [{ output }] }) => resultOf(output));
    const step = nextStep(results);
    if ('text' in step) return reply('stop', { type: 'text', text: step.text });
    const toolCallId = `call-${results.length}`;
    return reply('tool-calls', {
      type: 'tool-call',
      toolCallId,
      toolName: step.tool,
      input: JSON.stringify(step.args),
    });
  },
});

const reply = (unified, part) => ({
  content: [part],
  finishReason: { unified, raw: unified },
  usage,
  warnings: [],
});

/** The JSON of a tool's output, which MCP returns as text. */
const resultOf = ({ value }) => JSON.parse(value.find?.(({ type }) => type === 'text').text ?? value.content[0].text);
