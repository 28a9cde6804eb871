import { plainCall, type Continuation } from '../../../apps/gateway/src/mcp/testing/plain-call';
import type { Receiver } from './receiver';
import { workingUntil, type Stages } from './working-until';

interface Answer {
  result?: {
    requestState?: string;
    inputRequests?: { reply?: { params?: { requestedSchema?: { properties?: Properties } } } };
  };
}
interface Properties {
  option?: { oneOf?: { const: string }[] };
}

/** Asks over MCP with a client that shows forms. If the run pauses, the first option is returned with the state. */
export async function askOverMcp(
  receiver: Receiver,
  { question, connection }: { question: string; connection: string },
  stages: Stages,
): Promise<void> {
  const send = async (outlet: string, more: Continuation): Promise<Answer> => {
    const { headers, payload } = plainCall('ask', { question, connection }, more);
    const sending = receiver.call(outlet, {
      method: 'POST',
      url: '/mcp',
      headers: { host: 'localhost', ...headers },
      payload,
    });
    return JSON.parse((await workingUntil(stages, sending)).body) as Answer;
  };
  const { result } = await send('mcp ask', {});
  if (result?.requestState === undefined) return;
  const [option] = result.inputRequests?.reply?.params?.requestedSchema?.properties?.option?.oneOf ?? [];
  const content = option === undefined ? { text: '第一个' } : { option: option.const };
  await send('mcp form', {
    requestState: result.requestState,
    inputResponses: { reply: { action: 'accept', content } },
  });
}

/** Reads all that MCP offers about a connection. */
export async function describeOverMcp(receiver: Receiver, connection: string): Promise<void> {
  for (const [method, params] of [
    ['tools/list', {}],
    ['tools/call', { name: 'list_connections' }],
    ['tools/call', { name: 'describe_connection', arguments: { connection } }],
    ['resources/list', {}],
    ['resources/read', { uri: `querent://connections/${connection}/vocabulary` }],
    ['prompts/list', {}],
  ] as const)
    await receiver.mcp('mcp described', method, params);
}
