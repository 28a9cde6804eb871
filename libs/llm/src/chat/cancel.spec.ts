import { waitFor } from '@querent/testing';
import { aRequest, neverAborted, openFixture, type ChatFixture } from '../fixture/chat-fixture';

describe('a cancelled call', () => {
  let fixture: ChatFixture;
  afterEach(() => fixture.stop());
  const reason = new Error('the asker has cancelled');

  it('rejects at once with the reason and closes its socket within 200 ms', async () => {
    fixture = await openFixture([{ reply: { delayMs: 60_000 } }], { LLM_BREAKER_FAILURES: '1' });
    const { llm, general } = fixture;
    const took: number[] = [];
    for (let nth = 0; nth < 5; nth += 1) {
      const [cancelling, run] = [new AbortController(), fixture.budget()];
      const reply = general.complete(aRequest(), run, cancelling.signal);
      await waitFor(() => llm.requests.length === nth + 1);
      const cancelledAt = Date.now();
      cancelling.abort(reason);
      await expect(reply).rejects.toBe(reason);
      await waitFor(() => llm.closedSockets.length === nth + 1);
      expect(llm.closedSockets[nth]?.request).toBe(llm.requests[nth]);
      took.push((llm.closedSockets[nth]?.at ?? Infinity) - cancelledAt);
      expect(run.spent.llmCalls).toBe(1);
    }
    // The median, because a busy machine occasionally delays this process that long.
    expect(took.sort((a, b) => a - b)[2]).toBeLessThan(200);
    await expect(fixture.metric('querent_llm_calls_total', { result: 'aborted' })).resolves.toBe(5);
    await expect(fixture.metric('querent_llm_breaker_open')).resolves.toBe(0);
  });

  it('closes its socket also in the middle of a reply', async () => {
    const cancelling = new AbortController();
    fixture = await openFixture([{ reply: { text: 'SELECT 1', stall: true } }]);
    const reply = fixture.general.complete(aRequest(), fixture.budget(), cancelling.signal);
    await waitFor(() => fixture.llm.requests.length === 1);
    cancelling.abort(reason);
    await expect(reply).rejects.toBe(reason);
    await waitFor(() => fixture.llm.closedSockets.length === 1);
  });

  it('rejects at once also during a pause between two requests', async () => {
    fixture = await openFixture([{ reply: { status: 429, retryAfterS: 60 } }]);
    const [cancelling, run] = [new AbortController(), fixture.budget()];
    const reply = fixture.general.complete(aRequest(), run, cancelling.signal);
    await waitFor(async () => (await fixture.metric('querent_llm_retries_total')) === 1);
    cancelling.abort(reason);
    await expect(reply).rejects.toBe(reason);
    expect(fixture.llm.requests).toHaveLength(1);
    expect(run.spent.llmMs).toBeLessThan(30_000);
  });

  it('sends no request if it was already cancelled', async () => {
    fixture = await openFixture([{ reply: { text: 'SELECT 1' } }]);
    const run = fixture.budget();
    await expect(fixture.general.complete(aRequest(), run, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(fixture.llm.requests).toHaveLength(0);
    expect(run.spent.llmCalls).toBe(0);
  });

  it('is aborted when the service stops', async () => {
    fixture = await openFixture([{ reply: { delayMs: 60_000 } }]);
    const reply = fixture.general.complete(aRequest(), fixture.budget(), neverAborted());
    await waitFor(() => fixture.llm.requests.length === 1);
    await Promise.all([expect(reply).rejects.toThrow('the service stops'), fixture.models.close()]);
    await waitFor(() => fixture.llm.closedSockets.length === 1);
  });
});
