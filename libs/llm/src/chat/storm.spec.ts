import { type ScriptedReply, waitFor } from '@querent/testing';
import { aRequest, aSchema, neverAborted, openFixture, type ChatFixture } from '../fixture/chat-fixture';
import { LlmUnavailableError } from './llm-unavailable-error';

const RUNS = 200;
/** Runs while the server is flaky or recovered. */
const FEWER = 20;
const AT_ONCE = 8;
const LIMITS = { calls: 6, ms: 5_000, tokens: 5_000 };
const good: ScriptedReply = { text: '{"kind":"sql","sql":"SELECT 1"}', tokens: { prompt: 30, completion: 8 } };

/** Two of three requests fail: runs succeed by retries, and the breaker sees a flaky server. */
const mostly = (bad: ScriptedReply) => {
  let n = 0;
  return (): ScriptedReply => ((n += 1) % 3 === 0 ? good : bad);
};

describe('200 runs against a server in trouble', () => {
  let fixture: ChatFixture;
  afterEach(() => fixture.stop());

  it.each<[string, ScriptedReply, { opens: boolean; timeoutMs?: number }]>([
    ['is down', { status: 503 }, { opens: true }],
    ['is slow', { delayMs: 60_000 }, { opens: true, timeoutMs: 500 }],
    ['has too many requests', { status: 429, retryAfterS: 0.002 }, { opens: false }],
    ['closes the connection early', { ...good, cutOff: 'body' }, { opens: false }],
    ['truncates replies', { ...good, cutOff: 'length' }, { opens: false }],
    ['sends invalid JSON', { garbage: '{"choices":[{"message":' }, { opens: false }],
  ])(
    'all end within their budget if it %s, and succeed when it recovers',
    async (_name, bad, { opens, timeoutMs = 1_000 }) => {
      fixture = await openFixture([{ reply: bad }], {
        LLM_TIMEOUT_MS: String(timeoutMs),
        LLM_BREAKER_FAILURES: '4',
        LLM_BREAKER_PAUSE_MS: '30',
      });
      const down = await storm(fixture, RUNS);
      expect(down.map(({ why }) => why)).not.toContain(null);
      expect(down.map(({ why }) => why)).not.toContain('budget');
      expect(down.filter(({ why }) => why === 'breaker_open').length > 0).toBe(opens);
      expect(await breakerOpen(fixture)).toBe(opens ? 1 : 0);
      for (const { spent, ms } of down) {
        expect(spent.llmCalls).toBeLessThanOrEqual(LIMITS.calls);
        expect(spent.llmMs).toBeLessThanOrEqual(LIMITS.ms);
        expect(ms).toBeLessThan(LIMITS.ms);
      }
      expect(down).toHaveLength(RUNS);

      fixture.llm.script([{ reply: mostly(bad) }]);
      const flaky = await storm(fixture, FEWER);
      expect(flaky).toHaveLength(FEWER);
      if (!opens) expect(flaky.some(({ why }) => why === null)).toBe(true);

      fixture.llm.script([{ reply: good }]);
      await waitFor(async () => (await ask(fixture)).why === null, { intervalMs: 5 });
      const up = await storm(fixture, FEWER);
      expect(up.every(({ why }) => why === null)).toBe(true);
      expect(await breakerOpen(fixture)).toBe(0);
    },
    120_000,
  );
});

const breakerOpen = (fixture: ChatFixture): Promise<number> =>
  fixture.metric('querent_llm_breaker_open', { endpoint: 'general' });

/** Executes `runs` runs, a few concurrently, as a worker does. */
async function storm(fixture: ChatFixture, runs: number): Promise<Awaited<ReturnType<typeof ask>>[]> {
  const outcomes: Awaited<ReturnType<typeof ask>>[] = [];
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (begun < runs) {
      begun += 1;
      outcomes.push(await ask(fixture));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return outcomes;
}

async function ask(fixture: ChatFixture) {
  const run = fixture.budget(LIMITS);
  const began = performance.now();
  const why = await fixture.general.complete(aRequest({ schema: aSchema }), run, neverAborted()).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof LlmUnavailableError)) throw error;
      return error.why;
    },
  );
  return { why, spent: run.spent, ms: performance.now() - began };
}
