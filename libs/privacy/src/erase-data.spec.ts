import { keyFamilies, keyPart, keyReader } from '@querent/platform';
import { CallbackQueue, DeadLetters, defaultSagaSettings, newRunId, RunStore } from '@querent/saga';
import { newRun, startRedis, type ThrowAwayServer } from '@querent/testing';
import Redis from 'ioredis';
import { eraseData, type Erased, type EraseDeps } from './erase-data';
import { takeOut } from './shared-parts';

describe('erasing a tenant’s data', () => {
  let server: ThrowAwayServer;
  let redis: Redis;
  let store: RunStore;
  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
  });
  beforeEach(async () => {
    await redis.flushall();
    store = new RunStore(redis, defaultSagaSettings);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  /** An active run with auxiliary keys and all references to it. */
  async function live(tenant: string): Promise<string> {
    const id = newRunId();
    await store.create(newRun({ id, tenant, keyName: 'app' }));
    await store.writeBlob(id, 'chart.svg', `of ${tenant}`);
    await new CallbackQueue(redis, store.keys).add({ runId: id, version: 1 });
    await new CallbackQueue(redis, store.keys).failed({ runId: id, version: 1 });
    await new DeadLetters(redis, store.keys).add({
      id: `${id}-1`,
      runId: id,
      tenant,
      job: 'callback',
      version: 1,
      reason: `of ${tenant}`,
      at: new Date().toISOString(),
    });
    await store.turns.take(tenant, 1);
    await redis.hset(`{querent}:intent:${id}-1-1`, 'data', JSON.stringify({ runId: id }));
    await redis.xadd('{querent}:intent:events', '*', 'event', 'added', 'jobId', `${id}-1-1`);
    await redis.hset('querent:{l1:shop}:entries', `of ${id}`, `4102444800000 ${JSON.stringify({ runId: id })}`);
    await redis.zadd('querent:{l1:shop}:used', 1, `of ${id}`);
    await redis.hset(`querent:{feedback:${id}}`, 'app', '{}', '', tenant);
    return id;
  }
  /** A key of each family of a tenant, except the families that `live` writes, whose values are no strings. */
  async function named(tenant: string, id: string): Promise<void> {
    const parts: Record<string, string> = {
      tenant,
      owner: `${tenant}:app`,
      audience: keyPart(`shop@${tenant}`),
      run: id,
    };
    const others = new Set<string | undefined>();
    for (const key of await redis.keys('*'))
      if ((await redis.type(key)) !== 'string') others.add(keyReader('querent')(key)?.family.name);
    const families = keyFamilies.filter(
      ({ name, key, owner }) =>
        ['tenant', 'audience', 'parts'].includes(owner) &&
        /<(tenant|owner|who|audience)…?>/.test(key) &&
        !others.has(name),
    );
    for (const { name, key } of families) {
      const who = /^quotas of (feedback|previews)$/.test(name) ? JSON.stringify([tenant, 'app']) : tenant;
      const partOf = (part: string): string => ({ ...parts, who })[part] ?? '1';
      await redis.set(
        key.replace(/^P/, 'querent').replace(/<(\w+)…?>/g, (_, part: string) => partOf(part)),
        id,
      );
    }
    await redis.sadd('querent:{conn:shop}:audiences', `shop@${tenant}`);
    for (const purpose of ['samples', 'questions']) {
      await redis.hset(`querent:{vectors:${purpose}:${tenant}}:m:state`, 'about', JSON.stringify({ tenant }));
      await redis.hset(`querent:{vectors:${purpose}:${tenant}}:collections`, { m: '1' });
    }
  }
  const valueOf: Record<string, (key: string) => Promise<unknown>> = {
    hash: async (key) => Object.entries(await redis.hgetall(key)).sort(),
    list: (key) => redis.lrange(key, 0, -1),
    set: (key) => redis.smembers(key),
    stream: (key) => redis.xrange(key, '-', '+'),
    string: (key) => redis.get(key),
    zset: (key) => redis.zrange(key, 0, '-1'),
  };
  const everything = async (): Promise<string> => {
    // A count that has dropped to 0 stays, without an owner.
    const texts = await Promise.all(
      (await redis.keys('*'))
        .filter((key) => !key.endsWith(':census'))
        .map(async (key) => `${key} ${JSON.stringify(await valueOf[await redis.type(key)]?.(key))}`),
    );
    return texts.sort().join('\n');
  };
  const deps = (over: Partial<EraseDeps> = {}): EraseDeps => ({
    store,
    redis,
    caches: redis,
    removeJob: async (queue, id) => (await redis.del(`{querent}:${queue}:${id}`)) === 1,
    ...over,
  });
  const erasure = { tenant: 'acme', requestedAt: '2999-01-01T00:00:00Z' };
  const trace = /acme/;

  it('keeps a run complete while a worker processes its job, and erases it afterwards', async () => {
    const id = await live('acme');
    const erased: Erased = {};
    expect(await eraseData(deps({ removeJob: async () => false }), erasure, erased)).toBe(1);
    expect((await store.get(id))?.status).toBe('cancelled');
    expect(await store.readBlob(id, 'chart.svg')).toBe('of acme');
    expect(await eraseData(deps(), erasure, erased)).toBe(0);
    expect(await everything()).not.toMatch(trace);
    expect(erased).toMatchObject({
      runs: 1,
      jobs: 1,
      feedback: 1,
      turns: 1,
      'exact cache': 1,
      'dead letters': 1,
      'events of queues': 1,
      'events of runs': 1,
      'results and large parts of runs': 1,
    });
  });

  it('keeps data of other tenants, and a run in the format of a newer version', async () => {
    const others = await live('zeta');
    const before = await everything();
    const newer = await live('acme');
    await redis.hset(store.keys.run(newer), 'format', '99');
    expect(await eraseData(deps(), erasure, {})).toBe(1);
    expect(await redis.hget(store.keys.run(newer), 'status')).toBe('queued');
    await redis.hset(store.keys.run(newer), 'format', '1');
    expect(await eraseData(deps(), erasure, {})).toBe(0);
    expect(await everything()).toBe(before);
    expect((await store.get(others))?.status).toBe('queued');
  });

  it('includes the caches if they have a separate Redis', async () => {
    const caches = new Redis(`${server.url}/1`);
    const [mine, others] = [await live('acme'), await live('zeta')];
    for (const [field, runId] of Object.entries({ mine, others, old: 'q00000000gone' }))
      await caches.hset('querent:{l1:shop}:entries', field, `4102444800000 ${JSON.stringify({ runId })}`);
    await caches.hset('querent:{l2:acme:shop}:entries', 'signature', 'of acme');
    await caches.set('querent:explored:x', 'values');
    expect(await eraseData(deps({ caches }), erasure, {})).toBe(0);
    expect([(await caches.keys('*')).sort(), await caches.hkeys('querent:{l1:shop}:entries')]).toEqual([
      ['querent:{l1:shop}:entries'],
      ['others'],
    ]);
    caches.disconnect();
  });

  it('erases the tenant’s data in every key family, and none of another tenant', async () => {
    await named('zeta', await live('zeta'));
    const before = await everything();
    await named('acme', await live('acme'));
    const met = new Set((await redis.keys('*')).map((key) => keyReader('querent')(key)?.family.name));
    expect(await eraseData(deps(), erasure, {})).toBe(0);
    expect(await everything()).toBe(before);
    const unmet = keyFamilies
      .filter(({ name, owner }) => ['tenant', 'audience', 'parts'].includes(owner) && !met.has(name))
      .map(({ name }) => name);
    expect(unmet).toEqual([]);
  });

  it('continues after data that cannot be read or ended, reports each failure, and erases it later', async () => {
    const [corrupt, whole] = [await live('acme'), await live('acme')];
    await redis.hset(store.keys.run(corrupt), 'p1', '{');
    await redis.del('querent:turns');
    await redis.set('querent:turns', 'no hash');
    await redis.hset('querent:{l1:hall}:entries', 'of nobody', '4102444800000 {');
    const failure = await eraseData(deps(), erasure, {}).then(
      () => 'whole',
      ({ message }: Error) => message,
    );
    expect(failure).toMatch(/^[^;]*(WRONGTYPE[^;]*; [^;]*JSON|JSON[^;]*; [^;]*WRONGTYPE)[^;]*$/);
    expect(await Promise.all([corrupt, whole].map((id) => redis.exists(store.keys.run(id))))).toEqual([0, 0]);
    await redis.del('querent:turns', 'querent:{l1:hall}:entries');
    expect(await eraseData(deps(), erasure, {})).toBe(0);
    expect(await everything()).not.toMatch(trace);
  });

  it('reports the first ten of many failures, and their number', async () => {
    for (let hall = 0; hall < 12; hall++)
      await redis.hset(`querent:{l1:hall${hall}}:entries`, 'of nobody', '4102444800000 {');
    const failure = await eraseData(deps(), erasure, {}).then(
      () => 'whole',
      ({ message }: Error) => message,
    );
    expect(failure.split('; ')).toHaveLength(11);
    expect(failure).toMatch(/; and 2 more$/);
  });

  it('drops a dead letter that a run still owes', async () => {
    const id = await live('acme');
    await redis.hset(store.keys.run(id), { status: 'failed', letter: '{}' });
    await eraseData(deps({ removeJob: async () => false }), erasure, {});
    expect([await redis.hget(store.keys.run(id), 'status'), await store.due.owedLetter(id)]).toEqual(['failed', null]);
  });

  it('is completed by the next round, wherever it was interrupted', async () => {
    await live('acme');
    const commands = await countedUntil(Infinity);
    expect(commands).toBeGreaterThan(25);
    for (let at = 1; at < commands; at++) {
      await redis.flushall();
      await live('acme');
      expect(await countedUntil(at)).toBe(at);
      expect(await eraseData(deps(), erasure, {})).toBe(0);
      expect({ at, left: trace.exec(await everything()) }).toEqual({ at, left: null });
    }
  });

  /** Erases over a connection that breaks at the `at`-th command. @returns the number of commands */
  async function countedUntil(at: number): Promise<number> {
    const failing = new Redis(server.url, {
      retryStrategy: () => null,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      lazyConnect: true,
    });
    await failing.connect();
    let commands = 0;
    const { sendCommand } = failing;
    failing.sendCommand = function (...args) {
      commands += 1;
      if (commands === at) failing.disconnect();
      return sendCommand.apply(failing, args);
    };
    const broken = deps({ redis: failing, caches: failing, store: new RunStore(failing, defaultSagaSettings) });
    const outcome = await eraseData(broken, erasure, {}).then(
      () => 'whole',
      () => 'broken off',
    );
    expect(outcome).toBe(at === Infinity ? 'whole' : 'broken off');
    if (at === Infinity) failing.disconnect();
    return Math.min(commands, at);
  }

  it('handles every key family that tenants share', () => {
    expect(Object.keys(takeOut).sort()).toEqual(
      keyFamilies.flatMap(({ name, owner }) => (owner === 'parts' ? [name] : [])).sort(),
    );
  });
});
