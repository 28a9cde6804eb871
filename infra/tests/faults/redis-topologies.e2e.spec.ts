import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { jobs, type RunView } from '@querent/contracts';
import { Redis, type Cluster } from 'ioredis';
import {
  createRedis,
  hashSlot,
  keyReader,
  QueueKeys,
  type RedisClient,
  scanKeys,
  waitForRedis,
} from '@querent/platform';
import { defaultSagaSettings, RunStore } from '@querent/saga';
import {
  startRedis,
  startRedisCluster,
  startRedisSentinel,
  startScriptedLlm,
  startStack,
  waitFor,
  type RedisFleet,
  type RedisProgram,
  type TestStack,
  type ThrowAwayServer,
} from '@querent/testing';
import { writeAclFile, type AclFile } from '../../deploy/redis/users';
import { playFailOver } from './fail-over';
import { demoWorld } from '../../suites/worlds/demo-world';
import { openQuestions, ReplyingAsker } from '../product/replies-asker';

const webhooks = { QUERENT_SECRET_KEY: 'a key for the tests only', WEBHOOK_ALLOW_PRIVATE: 'true' };
const headers = { authorization: 'Bearer demo' };
/** Of the users of Redis. */
const PASSWORD = 'for-the-tests-only';

/** FAILOVER_RUNS=1000 submits that many runs. */
const RUNS = Number(process.env['FAILOVER_RUNS'] ?? 40);

/**
 * Valkey is tested as a cluster, because only it has WAITAOF, and Redis 7.0 with sentinels. SWAP_PROGRAMS=1 tests each
 * in the other topology.
 */
const [ofCluster, ofSentinel]: [RedisProgram, RedisProgram] =
  process.env['SWAP_PROGRAMS'] === '1' ? ['redis', 'valkey'] : ['valkey', 'redis'];

describe('the whole product on a cluster of three masters with one replica each, over TLS', () => {
  let users: AclFile;
  let cluster: RedisFleet;
  let stack: TestStack;
  let asker: ReplyingAsker;
  let redis: RedisClient;

  beforeAll(async () => {
    users = writeAclFile(PASSWORD, ofCluster);
    cluster = await startRedisCluster({
      program: ofCluster,
      replicas: 1,
      tls: true,
      settings: { ...durable, aclfile: users.path },
    });
    const as = (user: string): Record<string, string> => ({
      REDIS_URL: cluster.url.replace('//', `//${user}:${PASSWORD}@`),
    });
    const envOf = Object.fromEntries(
      ['intent', 'schema-retrieval', 'sql-generator', 'executor', 'chart'].map((name) => [name, as('querent-worker')]),
    );
    stack = await startStack({
      env: {
        ...as('querent-gateway'),
        ...tlsEnvOf(cluster),
        REDIS_WAIT_REPLICAS: '1',
        QUEUE_SLOTS: 'each',
        SWEEP_INTERVAL_MS: '200',
        PICKUP_MS: '2000',
        ...webhooks,
      },
      envOf,
    });
    asker = new ReplyingAsker(stack.url);
    redis = createRedis(cluster.url, 'worker', { tls: tlsOf(cluster) });
    await waitForRedis(redis, 5_000);
    await asker.connectionIs('education', 'ready');
  }, 120_000);
  afterAll(async () => {
    redis?.disconnect();
    await stack?.stop();
    await cluster?.stop();
    users?.remove();
  }, 60_000);

  it('on a cluster, questions are answered in both languages, and from the exact cache until it is cleared', async () => {
    const questions = ['number of schools by district', '各区学校数'];
    const runs = await Promise.all(questions.map((question) => asker.answered({ question, connection: 'education' })));
    expect(runs.map(({ status, cache }) => [status, cache.level])).toEqual([
      ['succeeded', 'none'],
      ['succeeded', 'none'],
    ]);
    const again = (): Promise<RunView> => asker.concluded({ question: questions[0] ?? '', connection: 'education' });
    await waitFor(async () => (await again()).cache.level === 'l1', { timeoutMs: 20_000 });
    expect((await asker.listed()).slice(-2).sort()).toEqual(runs.map(({ id }) => id).sort());
    const cleared = await fetch(`${stack.url}/v1/cache`, { method: 'DELETE', headers });
    expect(((await cleared.json()) as { cleared: number }).cleared).toBeGreaterThan(0);
    expect((await again()).cache.level).toBe('none');
  }, 60_000);

  it('on a cluster, clarifications, replies, cancellations, webhooks and the audit trail work', async () => {
    const called: RunView[] = [];
    const server = createServer(
      (request, response) =>
        void json(request)
          .then((body) => called.push(body as RunView))
          .finally(() => response.end()),
    );
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
      expect(body.entries.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['asked', 'replied', 'started', 'ran', 'result_read']),
      );
    } finally {
      server.close();
    }
  }, 60_000);

  it('on a cluster, the ACL users suffice for the services and refuse other commands and keys', async () => {
    const masters = (redis as Cluster).nodes('master');
    expect(await Promise.all(masters.map((node) => node.acl('LOG')))).toEqual(masters.map(() => []));
    const worker = createRedis(cluster.url.replace('//', `//querent-worker:${PASSWORD}@`), 'worker', {
      tls: tlsOf(cluster),
    });
    for (const [name, ...args] of [
      ['keys', '*'],
      ['flushall'],
      ['config', 'get', '*'],
      ['script', 'flush'],
      ['get', 'querent:idempotency:demo:demo:k'],
      ['get', 'others'],
    ]) {
      await expect(worker.call(String(name), ...args)).rejects.toThrow(/^NOPERM/);
    }
    worker.disconnect();
  });

  it('on a cluster, keys are spread over all masters and the services are ready', async () => {
    const families = new Set<string>();
    for await (const keys of scanKeys(redis, '*'))
      for (const key of keys) families.add(/\{([^:}]*)/.exec(key)?.[1] ?? key);
    expect([...families]).toEqual(expect.arrayContaining(['querent', 'audit', 'conn', 'habits', 'l1']));
    const queues = new QueueKeys('querent', 'each');
    const ofQueues = Object.values(jobs).map(({ queue }) => masterOf(queues.key(queue, 'wait')));
    expect(new Set(ofQueues).size).toBe(3);
    const counts = await Promise.all((redis as Cluster).nodes('master').map((node) => node.dbsize()));
    expect(Math.min(...counts)).toBeGreaterThan(0);
    for (const url of Object.values(stack.healthUrls).flat()) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it(`on a cluster, none of ${RUNS} accepted runs is lost or duplicated while the master of the first queue is replaced`, async () => {
    const queue = `${new QueueKeys('querent', 'each').prefixOf('intent')}:probe`;
    const victim = masterOf(queue);
    const { accepted, ends, refused } = await playFailOver({
      asker,
      redis,
      runs: RUNS,
      probe: queue,
      kill: () => cluster.killNode(victim),
      bringBack: () => cluster.startNode(victim),
    });
    process.stdout.write(
      `${accepted.length} runs during the fail-over of a cluster's master; refused ${JSON.stringify([...refused])}\n`,
    );
    expect(ends).toEqual(accepted.map(() => ['succeeded', 1]));
    expect({ statuses: [...refused.keys()].filter((status) => status !== 503), failures: failuresIn(stack) }).toEqual({
      statuses: [],
      failures: [],
    });
  }, 300_000);
});

/** Number of hash slots of each of three masters. */
const SLOTS_OF_A_MASTER = 5_462;
const masterOf = (key: string): number => Math.floor(hashSlot(key) / SLOTS_OF_A_MASTER);

/** As in docker-compose.yml. */
const durable = { appendfsync: 'always' };

/** TLS settings of the services, as an operator sets them. */
const tlsEnvOf = ({ tls }: RedisFleet): Record<string, string> => ({
  REDIS_TLS_CA: tls?.ca ?? '',
  REDIS_TLS_CERT: tls?.cert ?? '',
  REDIS_TLS_KEY: tls?.key ?? '',
});

/** TLS options of a client of the fleet. */
const tlsOf = ({ tls }: RedisFleet): Tls => ({
  ca: contentOf(tls?.ca),
  cert: contentOf(tls?.cert),
  key: contentOf(tls?.key),
});
const contentOf = (file = ''): string => readFileSync(file, 'utf8');
type Tls = Record<'ca' | 'cert' | 'key', string>;

describe('the whole product with Redis Sentinel over TLS and a separate Redis for caches', () => {
  let users: AclFile;
  let fleet: RedisFleet;
  let caches: ThrowAwayServer;
  let stack: TestStack;
  let asker: ReplyingAsker;
  let redis: RedisClient;
  let llm: Awaited<ReturnType<typeof startScriptedLlm>>;

  beforeAll(async () => {
    users = writeAclFile(PASSWORD, ofSentinel);
    llm = await startScriptedLlm([
      { match: { task: 'generate-sql' }, reply: { text: JSON.stringify({ kind: 'sql', sql: demoWorld.modelSql }) } },
    ]);
    [fleet, caches] = await Promise.all([
      startRedisSentinel({ program: ofSentinel, tls: true, settings: durable }),
      startRedis({
        program: ofSentinel,
        settings: { maxmemory: '64mb', 'maxmemory-policy': 'allkeys-lru', aclfile: users.path },
      }),
    ]);
    stack = await startStack({
      env: {
        REDIS_URL: fleet.url,
        ...tlsEnvOf(fleet),
        REDIS_WAIT_REPLICAS: '1',
        CACHE_REDIS_URL: caches.url.replace('//', `//querent-cache:${PASSWORD}@`),
        LLM_BASE_URL: llm.url,
        LLM_MODEL: 'scripted',
        SWEEP_INTERVAL_MS: '200',
        EMBEDDER: 'local',
      },
    });
    asker = new ReplyingAsker(stack.url);
    redis = createRedis(fleet.url, 'worker', { tls: tlsOf(fleet) });
    await asker.connectionIs('education', 'ready');
  }, 120_000);
  afterAll(async () => {
    redis?.disconnect();
    await stack?.stop();
    await fleet?.stop();
    await llm?.stop();
    await caches?.stop();
    users?.remove();
  }, 60_000);

  /** Keys that are on the wrong server, according to the table of key families. */
  const misplaced = async (): Promise<string[]> => {
    const read = keyReader(defaultSagaSettings.prefix);
    const ofCaches = new Redis(caches.url);
    // Both servers contain vectors: one those of cached questions, the other those of tables and samples.
    const [inRuns, inCaches] = await waitFor(
      async () => {
        const [runs, cached] = await Promise.all([redis.keys('*'), ofCaches.keys('*')]);
        const isWhole =
          cached.some((key) => key.includes('{vectors:questions:')) && runs.some((key) => key.includes('{vectors:'));
        return isWhole ? ([runs, cached] as const) : null;
      },
      { timeoutMs: 30_000, intervalMs: 200 },
    );
    ofCaches.disconnect();
    return [
      ...inRuns.filter((key) => read(key)?.family.on === 'cache'),
      ...inCaches.filter((key) => read(key)?.family.on !== 'cache'),
    ];
  };

  /** Commands that the ACL refused to the user of the caches. */
  const refusedByCaches = async (): Promise<unknown> => {
    const ofCaches = new Redis(caches.url);
    return ofCaches.acl('LOG').finally(() => ofCaches.disconnect());
  };

  it('a separate Redis for caches gives hits while it is up and misses while it is down', async () => {
    const question = { question: '各区学校数', connection: 'education' };
    const readiness = async (): Promise<unknown> => (await fetch(`${stack.healthUrls['gateway']?.[0]}/readyz`)).json();
    const first = await asker.answered(question);
    await asker.answered(demoWorld.drafted);
    await waitFor(async () => (await asker.concluded(question)).cache.level === 'l1', { timeoutMs: 20_000 });
    expect(await readiness()).toMatchObject({ status: 'ok', checks: { redis: 'ok', cache: 'ok' } });
    expect(await misplaced()).toEqual([]);
    expect(await refusedByCaches()).toEqual([]);
    await caches.kill();
    await waitFor(
      async () =>
        (await (await fetch(`${stack.healthUrls['gateway']?.[0]}/metrics`)).text()).match(
          /^querent_cache_redis_up(\{.*\})? 0$/m,
        ) !== null,
    );
    const without = await asker.answered(question);
    expect([without.cache.level, without.result?.rows]).toEqual(['none', first.result?.rows]);
    expect(await readiness()).toMatchObject({
      status: 'ok',
      checks: { redis: 'ok', cache: expect.not.stringMatching(/^ok$/) },
    });
    await caches.start();
    await waitFor(async () => (await asker.concluded(question)).cache.level === 'l1', { timeoutMs: 20_000 });
  }, 60_000);

  it(`with Sentinel, questions are refused during a fail-over, and none of ${RUNS} accepted runs is lost or duplicated`, async () => {
    const { accepted, ends, refused, awayS } = await playFailOver({
      asker,
      redis,
      runs: RUNS,
      probe: 'probe',
      kill: () => fleet.killNode(0),
      bringBack: () => fleet.startNode(0),
    });
    process.stdout.write(
      `${accepted.length} runs during a fail-over, nothing accepted for ${awayS.toFixed(1)} s; refused ${JSON.stringify([...refused])}\n`,
    );
    expect(ends).toEqual(accepted.map(() => ['succeeded', 1]));
    expect({ statuses: [...refused.keys()].filter((status) => status !== 503), failures: failuresIn(stack) }).toEqual({
      statuses: [],
      failures: [],
    });
    expect(refused.get(503)).toBeGreaterThan(0);
    // Runs whose response was lost were reported as refused. They end as well.
    const { census } = new RunStore(redis, defaultSagaSettings);
    await waitFor(async () => [...(await census.byState()).values()].every((count) => count === 0), {
      timeoutMs: 40_000,
    });
  }, 300_000);
});

/** Log lines of requests that failed with an unexpected error. */
const failuresIn = (stack: TestStack): string[] =>
  stack
    .log()
    .split('\n')
    .filter((line) => line.includes('a request failed'));
