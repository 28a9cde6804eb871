import { setTimeout as pause } from 'node:timers/promises';
import { startRedis, waitFor, type TestStack } from '@querent/testing';
import Redis from 'ioredis';
import { freePort, startBuiltService, type BuiltService } from '../product/built-service';
import { HttpAsker } from '../product/http-asker';
import { leavePlainStack, plainStack } from '../product/plain-stack';

const services = ['gateway', 'intent', 'schema-retrieval', 'sql-generator', 'executor', 'chart'];

const readiness = async (url: string): Promise<{ status: number; checks: Record<string, string> }> => {
  const answer = await fetch(`${url}/readyz`);
  return { status: answer.status, checks: ((await answer.json()) as { checks: Record<string, string> }).checks };
};

let running: BuiltService[] = [];
const endAll = async (): Promise<void> => {
  running.forEach((service) => service.kill('SIGKILL'));
  await Promise.all(running.map(({ exited }) => exited));
};

describe('Redis unavailable at the start', () => {
  const question = { question: 'number of schools by district', connection: 'education' };
  afterEach(endAll);

  it('services wait for Redis: they are alive but not ready, the gateway refuses, and all become ready when Redis starts', async () => {
    const port = await freePort();
    // The executor's database is irrelevant here, so it is unreachable.
    const env = {
      REDIS_URL: `redis://127.0.0.1:${port}`,
      QUERENT_DEMO_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    };
    running = await Promise.all(services.map((name) => startBuiltService(name, env)));
    const gateway = running[0] as BuiltService;
    for (const { url } of running) {
      const away = await waitFor(() => readiness(url), { timeoutMs: 60_000 });
      expect(away.status).toBe(503);
      expect(away.checks['redis']).not.toBe('ok');
      // Otherwise probes would restart each process repeatedly, and metrics would report it as missing.
      for (const path of ['healthz', 'metrics']) expect((await fetch(`${url}/${path}`)).status).toBe(200);
    }
    expect(await new HttpAsker(gateway.url).submit(question)).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
    });

    const redis = await startRedis({ port });
    try {
      for (const { url } of running)
        await waitFor(async () => (await readiness(url)).status === 200, { timeoutMs: 60_000 });
      expect(await readiness(gateway.url)).toEqual({ status: 200, checks: { redis: 'ok' } });
    } finally {
      await redis.stop();
    }
  }, 180_000);

  it('a service that waits for Redis ends with code 0 on SIGTERM', async () => {
    const env = { REDIS_URL: `redis://127.0.0.1:${await freePort()}` };
    running = await Promise.all(['gateway', 'intent'].map((name) => startBuiltService(name, env)));
    await Promise.all(
      running.map((service) => waitFor(() => service.log().includes('ECONNREFUSED'), { timeoutMs: 60_000 })),
    );
    running.forEach((service) => service.kill('SIGTERM'));
    expect(await Promise.all(running.map(({ exited }) => exited))).toEqual([0, 0]);
  }, 120_000);

  it('a service that started without Redis and database ends gracefully', async () => {
    const env = { REDIS_URL: `redis://127.0.0.1:${await freePort()}`, QUERENT_CONFIG_DIR: 'infra/demo/config' };
    running = await Promise.all(services.map((name) => startBuiltService(name, env)));
    for (const { url } of running)
      await waitFor(async () => (await readiness(url)).status === 503, { timeoutMs: 60_000 });
    const started = performance.now();
    running.forEach((service) => service.kill('SIGTERM'));
    expect(await Promise.all(running.map(({ exited }) => exited))).toEqual(services.map(() => 0));
    expect(performance.now() - started).toBeLessThan(10_000);
  }, 120_000);
});

describe('Redis unavailable at the stop', () => {
  afterEach(endAll);

  it('a service stops without delay when Redis is unavailable', async () => {
    const redis = await startRedis();
    const env = { REDIS_URL: redis.url, QUERENT_DEMO_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    running = await Promise.all(['gateway', 'chart', 'executor'].map((name) => startBuiltService(name, env)));
    for (const { url } of running)
      await waitFor(async () => (await readiness(url)).status === 200, { timeoutMs: 60_000 });
    await redis.stop();
    for (const { url } of running)
      await waitFor(async () => (await readiness(url)).checks['redis'] !== 'ok', { timeoutMs: 60_000 });
    const started = performance.now();
    running.forEach((service) => service.kill('SIGTERM'));
    expect(await Promise.all(running.map(({ exited }) => exited))).toEqual([0, 0, 0]);
    expect(performance.now() - started).toBeLessThan(10_000);
  }, 120_000);
});

describe('Redis unavailable during runs', () => {
  const inFlight = 30;
  let stack: TestStack;
  beforeAll(async () => {
    stack = await plainStack();
  }, 120_000);
  afterAll(leavePlainStack, 60_000);

  it.each([
    ['stopped', (on: TestStack) => on.stopService('redis')],
    [
      'killed',
      async (on: TestStack) => {
        await on.killService('redis');
        await on.stopService('redis');
      },
    ],
  ])(
    'when Redis is %s, new questions are refused, no request hangs, and active runs continue after its restart',
    async (_how, goAway) => {
      const asker = new HttpAsker(stack.url);
      await asker.connectionIs('education', 'ready');
      const question = {
        question: 'average classroom score by school type',
        connection: 'education',
        cache: 'bypass' as const,
      };
      const before = await asker.listed();
      const accepted = await Promise.all(Array.from({ length: inFlight }, () => asker.submit(question)));
      expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([202]));
      const ids = accepted.map(({ body }) => body.id);

      await goAway(stack);
      const refused = await Promise.all(
        [0, 1, 2].map(() => asker.submit({ ...question, question: 'number of schools by district' })),
      );
      for (const { status, headers, body, ms } of refused) {
        expect({ status, type: headers.get('content-type'), code: body.code }).toEqual({
          status: 503,
          type: expect.stringContaining('application/problem+json'),
          code: 'unavailable',
        });
        expect(body.detail).not.toMatch(/redis|ECONN|connection/i);
        expect(ms).toBeLessThan(2_000);
      }
      expect(await readiness(stack.url)).toMatchObject({
        status: 200,
        checks: { redis: expect.not.stringMatching(/^ok$/) },
      });

      await stack.startService('redis');
      await waitFor(async () => (await readiness(stack.url)).checks['redis'] === 'ok', { timeoutMs: 60_000 });
      const runs = await Promise.all(ids.map((id) => asker.over(id)));
      expect((await asker.call<{ deadLetters: object[] }>('/v1/dead-letters')).body.deadLetters).toEqual([]);
      expect(runs.map(({ status, error }) => ({ status, error }))).toEqual(
        ids.map(() => ({ status: 'succeeded', error: null })),
      );
      const listed = await asker.listed();
      expect(listed.filter((id) => !before.includes(id)).sort()).toEqual([...ids].sort());
    },
    180_000,
  );

  it('while Redis is full, questions are refused, and active runs continue when memory is free', async () => {
    const asker = new HttpAsker(stack.url);
    await asker.connectionIs('education', 'ready');
    const question = {
      question: 'average classroom score by school type',
      connection: 'education',
      cache: 'bypass' as const,
    };
    const accepted = await Promise.all(Array.from({ length: inFlight }, () => asker.submit(question)));
    const redis = new Redis(stack.redisUrl);
    try {
      await redis.config('SET', 'maxmemory', 1);
      expect(await asker.submit(question)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      // Longer than the three attempts of a job.
      await pause(6_000);
      await redis.config('SET', 'maxmemory', 0);
    } finally {
      redis.disconnect();
    }
    const runs = await Promise.all(accepted.map(({ body }) => asker.over(body.id)));
    expect(runs.map(({ status, error }) => ({ status, error }))).toEqual(
      runs.map(() => ({ status: 'succeeded', error: null })),
    );
    expect((await asker.call<{ deadLetters: object[] }>('/v1/dead-letters')).body.deadLetters).toEqual([]);
  }, 180_000);
});
