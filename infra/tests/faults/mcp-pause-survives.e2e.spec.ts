import type { RunView } from '@querent/contracts';
import { RedisKeys } from '@querent/platform';
import { defaultSagaSettings } from '@querent/saga';
import { startStack, waitFor, type TestStack } from '@querent/testing';
import Redis from 'ioredis';
import type { Caller } from '../../../apps/gateway/src/auth/caller';
import { PauseStates, type PauseState } from '../../../apps/gateway/src/mcp/pause-states';
import { plainCall, type Continuation } from '../../../apps/gateway/src/mcp/testing/plain-call';
import { killMembers, services } from '../product/killed-members';
import { ReplyingAsker } from '../product/replies-asker';

const CLIENTS = 100;
const inputResponses = { reply: { action: 'accept', content: { text: '就要综合评分' } } };
const demo: Caller = { name: 'demo', tenant: 'demo', scopes: ['query'] };
const inOneHour = (): { expiresAt: string } => ({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() });

interface Answer {
  error?: { code: number; data?: unknown };
  result?: {
    resultType?: string;
    requestState?: string;
    isError?: boolean;
    content?: { text: string }[];
    structuredContent?: { run_id: string; status: string; answer: string; rows: unknown[] };
  };
}

interface Pause {
  question: string;
  requestState: string;
  state: PauseState;
}

describe('an MCP client that was asked for input, when the gateway and all workers are killed before it retries', () => {
  let stack: TestStack;
  let asker: ReplyingAsker;
  let redis: Redis;
  const pauses: Pause[] = [];

  beforeAll(async () => {
    stack = await startStack();
    redis = new Redis(stack.redisUrl);
    asker = new ReplyingAsker(stack.url);
    await asker.connectionIs('education', 'ready');
    for (const question of ['网络情况', '终端情况']) pauses.push(await paused(question));
    await killMembers(stack, services);
  }, 120_000);
  afterAll(async () => {
    redis?.disconnect();
    await stack?.stop();
  }, 60_000);

  it('a hundred parallel retries with the signed state count as one reply, and the others are answered so', async () => {
    const pause = await stillPaused(0);
    const answers = await Promise.all(Array.from({ length: CLIENTS }, () => retried(pause)));
    const [continued, ...further] = answers.filter(({ result }) => result?.structuredContent !== undefined);
    expect(further).toEqual([]);
    expect(continued?.result?.structuredContent).toMatchObject({
      run_id: pause.state.run,
      status: 'succeeded',
      answer: expect.stringContaining('综合'),
    });
    expect(codesOf(answers)).toEqual(Array.from({ length: CLIENTS - 1 }, () => 'clarification_not_awaited'));
    expect(await repliesTo(pause)).toEqual([{ text: '就要综合评分' }]);
  }, 60_000);

  it('changed, foreign, expired and replayed states are refused, and the client’s own state is accepted', async () => {
    const pause = await stillPaused(1);
    const { requestState, state } = pause;
    const [head = '', mac = ''] = requestState.split(/\.(?=[^.]*$)/);
    const otherMac = [...mac].reverse().join('');
    for (const [text, key] of [
      [`${head}A.${mac}`, 'demo'],
      [`${head}.${otherMac}`, 'demo'],
      [requestState, 'viewer'],
      [await statesWith('f'.repeat(64)).sign(demo, state, inOneHour()), 'demo'],
      [await expiredState(state), 'demo'],
    ] as const) {
      const { error } = await retried(pause, { requestState: text }, key);
      expect(error).toMatchObject({ code: -32602, data: { reason: 'invalid_request_state' } });
    }
    expect(await repliesTo(pause)).toEqual([]);
    expect((await retried(pause)).result?.structuredContent).toMatchObject({ status: 'succeeded' });
    expect(codesOf([await retried(pause)])).toEqual(['clarification_not_awaited']);
    expect(await repliesTo(pause)).toEqual([{ text: '就要综合评分' }]);
  }, 60_000);

  /** Asks, and resolves when the client has the form and its state. */
  async function paused(question: string): Promise<Pause> {
    const { result } = await sent(question, {}, 'demo');
    if (result?.resultType !== 'input_required' || result.requestState === undefined)
      throw new Error(`${question} asked for no input: ${JSON.stringify(result)}`);
    const { requestState } = result;
    return { question, requestState, state: await statesWith().verify(demo, requestState) };
  }

  async function stillPaused(at: number): Promise<Pause> {
    const pause = pauses[at] as Pause;
    expect((await asker.view(pause.state.run)).status).toBe('awaiting_clarification');
    return pause;
  }

  const retried = ({ question, requestState }: Pause, over: Continuation = {}, key = 'demo'): Promise<Answer> =>
    sent(question, { requestState, inputResponses, ...over }, key);

  async function sent(question: string, more: Continuation, key: string): Promise<Answer> {
    const { headers, payload } = plainCall('ask', { question, connection: 'education' }, more);
    const response = await fetch(`${stack.url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(payload),
    });
    return (await response.json()) as Answer;
  }

  /** Codes of the answers that are failures of the tool. */
  const codesOf = (answers: readonly Answer[]): string[] =>
    answers.flatMap(({ result }) =>
      result?.isError === true ? [(JSON.parse(result.content?.[0]?.text ?? '') as { code: string }).code] : [],
    );

  const repliesTo = async ({ state }: Pause): Promise<RunView['clarifications'][number]['answer'][]> =>
    (await asker.view(state.run)).clarifications.map(({ answer }) => answer);

  /** The states as the stack's gateway signs them, or one with another secret. */
  const statesWith = (secret?: string): PauseStates =>
    new PauseStates({
      env: { QUERENT_SECRET_KEY: secret },
      redis,
      store: { keys: new RedisKeys(defaultSagaSettings.prefix) },
    });

  /** A state that the gateway would accept if its second had not passed. */
  async function expiredState(state: PauseState): Promise<string> {
    const states = statesWith();
    const text = await states.sign(demo, state, { expiresAt: new Date().toISOString() });
    expect(await states.verify(demo, text)).toEqual(state);
    const isExpired = (): Promise<boolean> =>
      states.verify(demo, text).then(
        () => false,
        () => true,
      );
    await waitFor(isExpired, { timeoutMs: 5_000 });
    return text;
  }
});
