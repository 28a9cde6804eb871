import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { RunView } from '@querent/contracts';
import type { Cluster } from 'ioredis';
import { createRedis, scanKeys, waitForRedis, type RedisClient } from '@querent/platform';
import { startRedisCluster, startStack, waitFor, type RedisFleet, type TestStack } from '@querent/testing';
import { openQuestions, ReplyingAsker } from './replies-asker';

const webhooks = { QUERENT_SECRET_KEY: 'a key for the tests only', WEBHOOK_ALLOW_PRIVATE: 'true' };
const headers = { authorization: 'Bearer demo' };

describe('the whole product on a cluster of three masters', () => {
  let cluster: RedisFleet;
  let stack: TestStack;
  let asker: ReplyingAsker;
  let redis: RedisClient;

  beforeAll(async () => {
    cluster = await startRedisCluster();
    stack = await startStack({ env: { REDIS_URL: cluster.url, SWEEP_INTERVAL_MS: '200', ...webhooks } });
    asker = new ReplyingAsker(stack.url);
    redis = createRedis(cluster.url, 'worker');
    await waitForRedis(redis, 5_000);
    await asker.connectionIs('education', 'ready');
  }, 120_000);
  afterAll(async () => {
    redis?.disconnect();
    await stack?.stop();
    await cluster?.stop();
  }, 60_000);

  it('answers in both languages, from the exact cache the second time, until the cache is cleared', async () => {
    const questions = ['number of schools by district', '各区学校数'];
    const runs = await Promise.all(questions.map((question) => asker.answered({ question, connection: 'education' })));
    expect(runs.map(({ status, cache }) => [status, cache.level])).toEqual([['succeeded', 'none'], ['succeeded', 'none']]);
    const again = (): Promise<RunView> => asker.concluded({ question: questions[0] ?? '', connection: 'education' });
    await waitFor(async () => (await again()).cache.level === 'l1', { timeoutMs: 20_000 });
    expect((await asker.listed()).slice(-2).sort()).toEqual(runs.map(({ id }) => id).sort());
    const cleared = await fetch(`${stack.url}/v1/cache`, { method: 'DELETE', headers });
    expect(((await cleared.json()) as { cleared: number }).cleared).toBeGreaterThan(0);
    expect((await again()).cache.level).toBe('none');
  }, 60_000);

  it('asks back, is replied to, cancels, calls back and keeps the audit trail', async () => {
    const called: RunView[] = [];
    const server = createServer((request, response) => void json(request).then((body) => called.push(body as RunView)).finally(() => response.end()));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const callbackUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    try {
      const { body: asked } = await asker.waited(openQuestions[0], { callbackUrl });
      const { id, clarification } = asked;
      await asker.replyWith(id, { clarificationId: clarification?.id, optionId: clarification?.options[0]?.id });
      expect((await asker.firstEvent<RunView>(id, 'end')).status).toBe('succeeded');
      await waitFor(() => called.length >= 2);
      expect(called.map(({ status }) => status)).toEqual(['awaiting_clarification', 'succeeded']);
      const paused = await asker.paused(openQuestions[1]);
      await asker.cancel(paused.id);
      expect((await asker.over(paused.id)).status).toBe('cancelled');
      const { body } = await asker.call<{ entries: { kind: string }[] }>(`/v1/audit?runId=${id}`);
      expect(body.entries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['asked', 'replied', 'started', 'ran', 'result_read']));
    } finally {
      server.close();
    }
  }, 60_000);

  it('spreads its keys over all masters, and is ready', async () => {
    const families = new Set<string>();
    for await (const keys of scanKeys(redis, '*')) for (const key of keys) families.add(/\{([^:}]*)/.exec(key)?.[1] ?? key);
    expect([...families]).toEqual(expect.arrayContaining(['querent', 'audit', 'conn', 'habits', 'l1']));
    const counts = await Promise.all((redis as Cluster).nodes('master').map((node) => node.dbsize()));
    expect(Math.min(...counts)).toBeGreaterThan(0);
    for (const url of Object.values(stack.healthUrls).flat()) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });
});
