import { randomUUID } from 'node:crypto';
import type { RunView } from '@querent/contracts';
import { startQdrantStandIn, waitFor, type QdrantStandIn } from '@querent/testing';
import Redis from 'ioredis';
import { HttpAsker } from '../product/http-asker';
import { openReasoningFixture, type ReasoningFixture } from '../reasoning/reasoning-fixture';

/** CACHE_RUNS=500 asks that many questions around the outage of the index. */
const RUNS = Number(process.env['CACHE_RUNS'] ?? 60);
const CONCURRENCY = 100;

describe('the semantic cache with a test double of Qdrant', () => {
  let qdrant: QdrantStandIn;
  let fixture: ReasoningFixture;
  let asker: HttpAsker;
  let redis: Redis;

  beforeAll(async () => {
    qdrant = await startQdrantStandIn();
    fixture = await openReasoningFixture({ env: { EMBEDDER: 'local', QDRANT_URL: qdrant.url } });
    asker = fixture.asker;
    redis = new Redis(fixture.stack.redisUrl);
    await asker.connectionIs('crm', 'ready');
    await asker.connectionIs('commerce', 'ready');
  }, 180_000);
  afterAll(async () => {
    redis?.disconnect();
    await fixture?.stop();
    await qdrant?.stop();
  }, 60_000);

  /** Asks in a new conversation, because conversations do not use the exact cache. */
  const ask = (question: string, connection = 'crm'): Promise<RunView> =>
    asker.concluded({ question, connection, conversationId: randomUUID() });
  /** Asks until the statement comes from the semantic cache. */
  const shared = (question: string, connection?: string): Promise<RunView> =>
    waitFor(
      async () => {
        const run = await ask(question, connection);
        return run.cache.level === 'l2' && run;
      },
      { timeoutMs: 60_000, intervalMs: 100 },
    );
  const page = async (service: string, path: string): Promise<string> =>
    (await fetch(`${fixture.stack.healthUrls[service]?.[0]}/${path}`)).text();
  const stageCount = async (service: 'executor' | 'intent', event: string): Promise<number> =>
    metric(await page(service, 'metrics'), 'querent_stage_seconds_count', `event="${event}"`);

  it('a question of the same meaning reuses the statement, executes it again, and discloses it without physical names', async () => {
    const first = await ask('2026年3月的订单数');
    expect([first.status, first.cache.level]).toEqual(['succeeded', 'none']);
    const taken = await shared('2026年三月有多少订单？');
    expect(taken.cache.similarity).toBeGreaterThanOrEqual(0.95);
    expect([taken.result?.rows, taken.sql]).toEqual([first.result?.rows, first.sql]);
    expect(taken.steps.map(({ kind }) => kind)).not.toContain('generated');
    await fixture.postgres.query("INSERT INTO purchases VALUES (9001, 1, 5, '2026-03-31')");
    const fresh = await ask('2026年3月的订单数');
    expect([fresh.cache.level, Number(fresh.result?.rows[0]?.[0])]).toEqual([
      'l2',
      Number(first.result?.rows[0]?.[0]) + 1,
    ]);
    const seen = await new HttpAsker(fixture.stack.url, 'viewer').concluded({
      question: '2026年3月订单有多少',
      connection: 'crm',
    });
    expect(JSON.stringify(seen)).not.toMatch(/purchases|bought_on|select/i);
  });

  it.each([
    ['金额超过100的订单数', '金额超过101的订单数'],
    ['金额超过100的订单数', '金额低于100的订单数'],
    ['杭州市的客户数', '上海市的客户数'],
    ['2026年4月的订单数', '2026年5月的订单数'],
    ['订单的平均金额', '订单的总金额'],
    ['金额最高的5个订单', '金额最低的5个订单'],
    ['金额最高的5个订单', '金额最高的6个订单'],
    ['各城市的客户数', '不是杭州市的客户数'],
  ])('questions of different meaning never share a statement: “%s” and “%s”', async (one, other) => {
    await shared(one);
    const run = await asker.concluded({ question: other, connection: 'crm' });
    expect(run.cache.level).toBe('none');
  });

  it('a statement of a language model is shared only for the same words', async () => {
    fixture.llm.script([
      {
        match: { task: 'generate-sql' },
        reply: {
          text: JSON.stringify({ kind: 'sql', sql: "SELECT count(*) FROM users WHERE full_name ILIKE 'User 1%'" }),
        },
      },
    ]);
    const question = 'how many clientele entries resemble the 1-ish pattern';
    const written = await asker.concluded({ question, connection: 'crm' });
    expect([written.status, written.usage.llmCalls, written.cache.level]).toEqual(['succeeded', 1, 'none']);
    // Asked only once, because the exact cache would answer the second time.
    await waitFor(() => isKept(redis, 'ILIKE'));
    const polite = await asker.concluded({ question: `Please, ${question}?`, connection: 'crm', mode: 'full' });
    expect([polite.status, polite.cache.level, polite.usage.llmCalls, polite.result?.rows]).toEqual([
      'succeeded',
      'l2',
      0,
      written.result?.rows,
    ]);
    const other = await asker.concluded({ question: question.replace('1-ish', '2-ish'), connection: 'crm' });
    expect([other.cache.level, other.usage.llmCalls]).toEqual(['none', 1]);
  });

  it.each([
    ['no longer runs', 'SELECT "gone_column" AS "c1" FROM "public"."purchases"'],
    ['is not safe', 'DELETE FROM "public"."purchases"'],
    ['does more than read', "SELECT pg_sleep(60), set_config('x.y', '1', false)"],
  ])('a question is planned again when its cached statement %s', async (_why, sql) => {
    const good = await shared('2026年6月的订单数');
    await poison(redis, sql);
    const run = await ask('2026年6月有多少订单');
    expect([run.status, run.cache.level, run.result?.rows]).toEqual(['succeeded', 'none', good.result?.rows]);
    expect(run.steps.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['cache_hit', 'entry_failed', 'generated', 'executed']),
    );
    expect(run.attempts.map(({ error }) => error === undefined)).toEqual([false, true]);
    expect((await shared('2026年6月的订单数')).result?.rows).toEqual(good.result?.rows);
  });

  it('negative feedback removes a cached statement, and clearing removes all', async () => {
    const taken = await shared('2026年7月的订单数');
    const vote = await asker.call(`/v1/queries/${taken.id}/feedback`, { rating: 'down' });
    expect(vote.status).toBeLessThan(300);
    expect((await ask('2026年7月的订单数')).cache.level).toBe('none');
    await shared('2026年7月的订单数');
    const cleared = await fetch(`${fixture.stack.url}/v1/cache?connection=crm`, {
      method: 'DELETE',
      headers: { authorization: 'Bearer demo' },
    });
    expect(((await cleared.json()) as { cleared: number }).cleared).toBeGreaterThan(0);
    expect((await ask('2026年7月的订单数')).cache.level).toBe('none');
  });

  it(`a question that is asked ${CONCURRENCY} times concurrently is computed once`, async () => {
    const before = await stageCount('executor', 'executed');
    const runs = await Promise.all(
      Array.from({ length: CONCURRENCY }, () =>
        asker.concluded({ question: '各城市各客户类型的客户数', connection: 'crm' }),
      ),
    );
    expect(new Set(runs.map(({ status, result }) => JSON.stringify([status, result?.rows]))).size).toBe(1);
    expect(runs[0]?.status).toBe('succeeded');
    expect((await stageCount('executor', 'executed')) - before).toBe(1);
  }, 120_000);

  it(`all of ${RUNS} questions around an outage of the vector index are answered, and metrics report the outage`, async () => {
    const wordings = [
      '2026年8月的订单数',
      '2026年八月有多少订单',
      '8月的订单数',
      '客户总数',
      '一共有多少客户',
      '各城市的客户数',
      '每个城市有多少客户',
    ];
    const done: RunView[] = [];
    const play = async (count: number): Promise<void> => {
      for (let at = 0; at < count; at += 5)
        done.push(
          ...(await Promise.all(
            Array.from({ length: Math.min(5, count - at) }, (_, i) =>
              ask(wordings[(at + i) % wordings.length] ?? '', 'crm'),
            ),
          )),
        );
    };
    await play(Math.ceil(RUNS / 3));
    const [playing] = [play(Math.ceil(RUNS / 3)), await qdrant.stop()];
    await playing;
    const health = JSON.parse(await page('intent', 'readyz')) as { status: string; checks: Record<string, string> };
    expect([health.status, health.checks['qdrant']]).toEqual(['ok', expect.stringMatching(/unavailable/)]);
    expect(
      metric(await page('intent', 'metrics'), 'querent_cache_lookups_total', 'reason="unavailable"'),
    ).toBeGreaterThan(0);
    await qdrant.start();
    await play(Math.floor(RUNS / 3));
    expect(done.map(({ status }) => status)).toEqual(done.map(() => 'succeeded'));
    await shared('2026年8月的订单数');
  }, 300_000);

  it('all requests to Qdrant conform to its published API', () => {
    expect(qdrant.refused).toEqual([]);
  });
});

/** Returns the sum of a metric's series with this label on a page of Prometheus metrics. */
function metric(page: string, name: string, label: string): number {
  return page
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) && line.includes(label))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

/** Whether the semantic cache of crm contains a statement with these words. */
async function isKept(redis: Redis, words: string): Promise<boolean> {
  const kept = await Promise.all((await redis.keys('*{l2:*crm}:entries')).map((key) => redis.hvals(key)));
  return kept.flat().some((lines) => lines.includes(words));
}

/**
 * Replaces all cached statements of crm, as if the schema had changed or an attacker had access to Redis.
 */
async function poison(redis: Redis, sql: string): Promise<void> {
  for (const key of await redis.keys('*{l2:*crm}:entries')) {
    for (const [field, lines] of Object.entries(await redis.hgetall(key))) {
      const changed = lines
        .split('\n')
        .map((line) =>
          line.replace(
            /"compiled":\{"sql":"(?:[^"\\]|\\.)*","params":\[[^\]]*\]/,
            `"compiled":{"sql":${JSON.stringify(sql).replaceAll('$', '$$$$')},"params":[]`,
          ),
        );
      await redis.hset(key, field, changed.join('\n'));
    }
  }
}
