import { waitFor, type ScriptedReply } from '@querent/testing';
import { aRequest, neverAborted, openFixture, type ChatFixture } from '../fixture/chat-fixture';

/**
 * The pause is longer than a busy machine delays a process, because a retry after the pause would count as another
 * trial.
 */
const SETTINGS = { LLM_BREAKER_FAILURES: '3', LLM_BREAKER_PAUSE_MS: '500' };

describe('the breaker of an endpoint', () => {
  let fixture: ChatFixture;
  afterEach(() => fixture.stop());
  const ask = (signal = neverAborted(), budget = fixture.budget()) =>
    fixture.general.complete(aRequest(), budget, signal);
  const isOpen = async () => (await fixture.metric('querent_llm_breaker_open', { endpoint: 'general' })) === 1;
  /** Waits until the pause is over and the server is called again. */
  const untilAsked = () =>
    waitFor(
      async () => {
        const before = fixture.llm.requests.length;
        await ask().catch(() => undefined);
        return fixture.llm.requests.length > before;
      },
      { intervalMs: 5 },
    );

  it.each<[string, ScriptedReply, object]>([
    ['is down', { status: 502 }, {}],
    ['is slow', { delayMs: 60_000 }, { LLM_TIMEOUT_MS: '300', LLM_BREAKER_FAILURES: '2' }],
  ])('opens where the server %s, fails at once, and closes after a trial', async (_name, bad, more) => {
    fixture = await openFixture([{ reply: bad }], { ...SETTINGS, LLM_BREAKER_PAUSE_MS: '1000', ...more });
    await expect(ask()).rejects.toMatchObject({ name: 'LlmUnavailableError' });
    await expect(isOpen()).resolves.toBe(true);
    const asked = fixture.llm.requests.length;
    const run = fixture.budget();
    await expect(fixture.general.complete(aRequest(), run, neverAborted())).rejects.toMatchObject({
      why: 'breaker_open',
    });
    expect(fixture.llm.requests).toHaveLength(asked);
    expect(run.spent).toMatchObject({ llmCalls: 0, llmMs: 0 });
    await expect(fixture.metric('querent_llm_calls_total', { result: 'breaker_open' })).resolves.toBe(1);

    fixture.llm.script([{ reply: { text: 'SELECT 1' } }]);
    await untilAsked();
    await expect(isOpen()).resolves.toBe(false);
    await expect(ask()).resolves.toEqual({ text: 'SELECT 1' });
  });

  it('opens again where the trial fails', async () => {
    fixture = await openFixture([{ reply: { status: 500 } }], SETTINGS);
    await expect(ask()).rejects.toMatchObject({ why: 'server_error' });
    await untilAsked();
    await expect(isOpen()).resolves.toBe(true);
    expect(fixture.llm.requests).toHaveLength(4);
  });

  it.each<[string, ScriptedReply]>([
    ['refuses', { status: 400 }],
    ['is busy', { status: 429 }],
    ['truncates the reply', { text: 'SELECT 1', cutOff: 'length' }],
    ['closes the connection early', { text: 'SELECT 1', cutOff: 'body' }],
    ['sends an empty reply', { empty: true }],
    ['sends garbage', { garbage: true }],
  ])('stays closed where the server %s', async (_name, reply) => {
    fixture = await openFixture([{ reply }], { ...SETTINGS, LLM_BREAKER_FAILURES: '1' });
    await expect(ask()).rejects.toMatchObject({ name: 'LlmUnavailableError' });
    await expect(isOpen()).resolves.toBe(false);
  });

  it('counts only consecutive failures: any answer resets the count', async () => {
    fixture = await openFixture(
      [{ match: { text: 'busy' }, reply: { status: 400 } }, { reply: { status: 500 } }],
      SETTINGS,
    );
    for (let n = 0; n < 3; n += 1) {
      await expect(ask(neverAborted(), fixture.budget({ calls: 2 }))).rejects.toMatchObject({ why: 'server_error' });
      await expect(
        fixture.general.complete(aRequest({ user: 'busy' }), fixture.budget(), neverAborted()),
      ).rejects.toMatchObject({ why: 'refused' });
    }
    await expect(isOpen()).resolves.toBe(false);
  });

  it('lets one trial request through and rejects the others without waiting for its outcome', async () => {
    fixture = await openFixture([{ reply: { status: 500 } }], { ...SETTINGS, LLM_BREAKER_PAUSE_MS: '10' });
    await expect(ask()).rejects.toMatchObject({ why: 'server_error' });
    let answer = (_reply: ScriptedReply): void => undefined;
    fixture.llm.script([{ reply: () => new Promise((resolve) => (answer = resolve)) }]);
    const asked = fixture.llm.requests.length;
    const trial = await waitFor(async () => {
      const reply = ask();
      reply.catch(() => undefined);
      return (await Promise.race([
        reply.then(
          () => true,
          () => true,
        ),
        waitFor(() => fixture.llm.requests.length > asked).then(() => false),
      ]))
        ? null
        : { reply };
    });
    await expect(ask()).rejects.toMatchObject({ why: 'breaker_open' });
    answer({ text: 'SELECT 1' });
    await expect(trial.reply).resolves.toEqual({ text: 'SELECT 1' });
    expect(fixture.llm.requests).toHaveLength(asked + 1);
  });

  it('learns nothing from a trial that was cancelled', async () => {
    fixture = await openFixture([{ reply: { status: 500 } }], { ...SETTINGS, LLM_BREAKER_PAUSE_MS: '10' });
    await expect(ask()).rejects.toMatchObject({ why: 'server_error' });
    const cancelling = new AbortController();
    fixture.llm.script([
      {
        reply: () => {
          cancelling.abort(new Error('cancelled'));
          return { delayMs: 60_000 };
        },
      },
    ]);
    await waitFor(async () => {
      await expect(ask(cancelling.signal)).rejects.toThrow('cancelled');
      return true;
    });
    await expect(isOpen()).resolves.toBe(true);
  });

  it('is not opened by runs that are cancelled or out of time', async () => {
    fixture = await openFixture([{ reply: { delayMs: 60_000 } }], { ...SETTINGS, LLM_BREAKER_FAILURES: '1' });
    await expect(
      fixture.general.complete(aRequest(), fixture.budget({ ms: 20 }), neverAborted()),
    ).rejects.toMatchObject({
      why: 'budget',
    });
    await expect(ask(AbortSignal.timeout(20))).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(isOpen()).resolves.toBe(false);
  });
});
