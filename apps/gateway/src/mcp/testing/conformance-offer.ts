import { setTimeout as pause } from 'node:timers/promises';
import {
  completable,
  inputRequired,
  inputResponse,
  ResourceTemplate,
  type CallToolResult,
  type GetPromptResult,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { McpCall } from '../mcp-call';
import type { McpOffer } from '../mcp-server';
import type { McpTool } from '../mcp-tools';

/** The smallest PNG and WAV files. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

type Items = CallToolResult['content'];
type Inputs = Parameters<typeof inputRequired>[0]['inputRequests'] & object;

const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' };
const text = (words: string) => ({ type: 'text' as const, text: words });
const embedded = (uri: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType: 'text/plain', text: `The text of ${uri}.` },
});
const form = (message: string, requestedSchema: z.ZodObject) => inputRequired.elicit({ message, requestedSchema });
const sampling = (words: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(words) }], maxTokens: 50 });
const name = { user_name: form('What is your name?', z.object({ name: z.string() })) };
const confirm = { confirm: form('Please confirm', z.object({ ok: z.boolean() })) };

/** A tool of the suite. The bridge requires structured content of every tool. */
const tool = (
  name: string,
  call: (context: ServerContext, call: McpCall) => Items | Promise<Items | InputRequiredResult>,
  input: z.ZodObject = z.strictObject({}),
): McpTool => ({
  name,
  title: name,
  description: 'A tool that the conformance suite calls',
  input,
  output: z.object({}),
  isReadOnly: true,
  isIdempotent: true,
  async call(mcpCall, _args, context) {
    const result = await call(context, mcpCall);
    return Array.isArray(result) ? { content: result, structuredContent: {} } : result;
  },
});

/** A tool that asks for inputs in rounds, with a signed state if it is `signed`, and then has a complete result. */
const askingTool = (name: string, rounds: Inputs[], signed = false): McpTool =>
  tool(name, async ({ mcpReq }, { states, caller }) => {
    const done = Number(mcpReq.requestState<{ run: string }>()?.run ?? 0);
    const responded = Object.keys(rounds[done] ?? {}).every(
      (key) => inputResponse(mcpReq.inputResponses, key).kind !== 'missing',
    );
    const inputRequests = rounds[responded ? done + 1 : done];
    if (inputRequests === undefined) return [text('state-ok: every input is here')];
    if (!signed) return inputRequired({ inputRequests });
    const state = { run: String(responded ? done + 1 : done), clarification: name };
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    return inputRequired({ inputRequests, requestState: await states.sign(caller, state, { expiresAt }) });
  });

const logging = async ({ mcpReq }: ServerContext): Promise<Items> => {
  for (const words of ['started', 'processing', 'completed']) {
    await mcpReq.log('info', `Tool execution ${words}`);
    await pause(50);
  }
  return [text('logged')];
};

async function progress({ mcpReq }: ServerContext): Promise<Items> {
  const progressToken = mcpReq._meta?.progressToken ?? 0;
  for (const done of [0, 50, 100]) {
    await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: done, total: 100 } });
    await pause(50);
  }
  return [text('done')];
}

const address = z.object({ street: z.string().optional(), city: z.string().optional() });
const contact = z
  .strictObject({
    name: z.string().optional(),
    address: address.meta({ id: 'address', $anchor: 'addressDef' }).optional(),
    contactMethod: z.enum(['phone', 'email']).optional(),
    phone: z.string().optional(),
    email: z.string().optional(),
  })
  .meta({
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    then: { required: ['phone'] },
    else: { required: ['email'] },
  });

/** Asks for what the client has declared, as the product does for forms. */
const declared = tool('test_input_required_result_capabilities', (_, { mayElicit }) =>
  Promise.resolve(inputRequired({ inputRequests: mayElicit ? name : { greeting: sampling('Greet') } })),
);

/**
 * The tools, prompts and resources that the official conformance suite calls by name, for a server of the gateway.
 * @param changePrompts changes the prompts of the gateway, so that subscribers are notified
 */
export const conformanceOffer = (changePrompts: () => Promise<void>): McpOffer => ({
  tools: [
    tool('test_simple_text', () => [text('This is a simple text response for testing.')]),
    tool('test_image_content', () => [image]),
    tool('test_audio_content', () => [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }]),
    tool('test_embedded_resource', () => [embedded('test://embedded-resource')]),
    tool('test_multiple_content_types', () => [text('Several:'), image, embedded('test://mixed-content-resource')]),
    tool('test_error_handling', () => Promise.reject(new Error('This tool fails for testing'))),
    tool('test_tool_with_progress', progress),
    tool('test_tool_with_logging', logging),
    tool('test_logging_tool', logging),
    tool('json_schema_2020_12_tool', () => [text('read')], contact),
    tool('test_header', () => [text('read')], z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) })),
    tool('test_trigger_prompt_change', async () => {
      await changePrompts();
      return [text('changed')];
    }),
    declared,
    askingTool('test_missing_capability', [{ greeting: sampling('Greet') }]),
    askingTool('test_streaming_elicitation', [name]),
    askingTool('test_input_required_result_elicitation', [name]),
    askingTool('test_input_required_result_sampling', [
      { capital_question: sampling('What is the capital of France?') },
    ]),
    askingTool('test_input_required_result_list_roots', [{ client_roots: inputRequired.listRoots() }]),
    askingTool('test_input_required_result_request_state', [confirm], true),
    askingTool('test_input_required_result_tampered_state', [confirm], true),
    askingTool(
      'test_input_required_result_multiple_inputs',
      [{ ...name, greeting: sampling('Greet'), client_roots: inputRequired.listRoots() }],
      true,
    ),
    askingTool(
      'test_input_required_result_multi_round',
      [{ step1: name.user_name }, { step2: form('Which colour?', z.object({ color: z.string() })) }],
      true,
    ),
  ],
  addMore(server) {
    server.server.registerCapabilities({ logging: {} });
    addTestResources(server);
    addTestPrompts(server);
    return Promise.resolve();
  },
});

function addTestResources(server: McpServer): void {
  const plain = { mimeType: 'text/plain' };
  server.registerResource('static-text', 'test://static-text', plain, ({ href: uri }) => ({
    contents: [{ uri, ...plain, text: 'A text' }],
  }));
  server.registerResource('static-binary', 'test://static-binary', { mimeType: 'image/png' }, ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'image/png', blob: PNG }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, plain, ({ href: uri }, { id }) => ({
    contents: [{ uri, ...plain, text: JSON.stringify({ id, data: `Data for ID: ${String(id)}` }) }],
  }));
}

function addTestPrompts(server: McpServer): void {
  const described = { description: 'A prompt that the conformance suite reads' };
  const asking = (...contents: GetPromptResult['messages'][number]['content'][]): GetPromptResult => ({
    messages: contents.map((content) => ({ role: 'user', content })),
  });
  const word = completable(z.string(), (start) => ['test', 'value'].filter((one) => one.startsWith(start)));
  server.registerPrompt('test_simple_prompt', described, () => asking(text('This is a simple prompt.')));
  server.registerPrompt(
    'test_prompt_with_arguments',
    { ...described, argsSchema: z.object({ arg1: word, arg2: word }) },
    ({ arg1, arg2 }) => asking(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { ...described, argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => asking(embedded(resourceUri), text('Please process the resource above.')),
  );
  server.registerPrompt('test_prompt_with_image', described, () => asking(image, text('Please analyze the image.')));
  server.registerPrompt('test_input_required_result_prompt', described, ({ mcpReq }) =>
    inputResponse(mcpReq.inputResponses, 'user_context').kind === 'missing'
      ? inputRequired({ inputRequests: { user_context: form('Which context?', z.object({ context: z.string() })) } })
      : asking(text('The prompt with its context')),
  );
}
