import { createRedis, type RedisClient } from '@querent/platform';
import { startRedis } from '@querent/testing';
import type { KeptCheck } from './definition-checks';
import type { ImpactResult } from './impact';
import { ImpactStore } from './impact-store';

const summary = { broken: 0, changed: 0, asked_otherwise: 0, cleared: 0, wording: 0, unchanged: 3 };
const result: ImpactResult = { summary, changes: [], changesLeftOff: 0, questionsLeftOff: 1 };

describe('the store of comparisons', () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  let redis: RedisClient;
  let store: ImpactStore;
  beforeAll(async () => {
    server = await startRedis();
    redis = createRedis(server.url, 'worker');
    store = new ImpactStore(redis, 'q');
  });
  beforeEach(() => redis.flushall());
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });
  const begin = (id: string, tenant = 'acme', at = 0): Promise<string> =>
    store.begin({
      id,
      tenant,
      connection: 'shop',
      draft: 'tables: {}',
      isTried: true,
      createdAt: new Date(1_000 * at).toISOString(),
    });

  it('has one comparison of a tenant at a time', async () => {
    expect([await begin('one'), await begin('two'), await begin('three', 'other')]).toEqual(['one', 'one', 'three']);
    expect(await store.get('acme', 'two')).toBeNull();
    await store.cancel('acme', 'one');
    expect(await begin('two')).toBe('two');
  });

  it('shows a tenant its own comparisons alone', async () => {
    await begin('one');
    expect(await store.get('acme', 'one')).toMatchObject({ status: 'queued', progress: { done: 0, of: 0 } });
    expect(await store.get('other', 'one')).toBeNull();
    expect(await store.cancel('other', 'one')).toBe(false);
  });

  it('stores one end: a later result or cancellation changes nothing', async () => {
    await begin('one');
    expect(await store.progress('acme', 'one', { done: 1, of: 3 })).toBe(true);
    expect(await store.finish('acme', 'one', result)).toBe(true);
    const ended = await store.get('acme', 'one');
    expect(ended).toMatchObject({ status: 'done', progress: { done: 3, of: 3 }, summary, questionsLeftOff: 1 });
    expect(
      await Promise.all([
        store.progress('acme', 'one', { done: 0, of: 3 }),
        store.finish('acme', 'one', { ...result, questionsLeftOff: 9 }),
        store.cancel('acme', 'one'),
        store.fail('acme', 'one', 'broken'),
      ]),
    ).toEqual([false, false, false, false]);
    expect(await store.get('acme', 'one')).toEqual(ended);
    expect(await store.draftOf('acme', 'one')).toBeNull();
  });

  it('keeps the checks of the definitions once, also after the end of the comparison', async () => {
    const check: KeptCheck = {
      ...{ kind: 'metric', label: { en: 'pass rate' }, path: 'metrics.pass.expression', line: 3, state: 'fails' },
      ...{ message: { zh: '除以零。', en: 'Divided by zero.' }, cause: 'division by zero', value: null },
    };
    await begin('one', 'acme', Date.now() / 1_000);
    expect(await store.get('acme', 'one')).toMatchObject({ definitions: { status: 'working', checks: [] } });
    await store.finish('acme', 'one', result);
    expect(await store.uncheckedDraft('acme', 'one')).toBe('tables: {}');
    await store.keepChecks('acme', 'one', [check]);
    await store.keepChecks('acme', 'one', []);
    expect(await store.get('acme', 'one')).toMatchObject({ definitions: { status: 'done', checks: [check] } });
    expect(await store.uncheckedDraft('acme', 'one')).toBeNull();
    await store.keepChecks('acme', 'erased', [check]);
    expect(await store.get('acme', 'erased')).toBeNull();
  });

  it('shows definitions as not checked if the check is late, or was not allowed', async () => {
    await begin('late', 'acme', Date.now() / 1_000 - 60);
    const at = { tenant: 'other', connection: 'shop', createdAt: new Date().toISOString() };
    await store.begin({ ...at, id: 'untried', draft: 'tables: {}', isTried: false });
    await store.cancel('other', 'untried');
    await store.begin({ ...at, id: 'removal', draft: null, isTried: true });
    const statusOf = async (tenant: string, id: string) => (await store.get(tenant, id))?.definitions.status;
    expect(await statusOf('acme', 'late')).toBe('not_checked');
    expect(await statusOf('other', 'untried')).toBe('not_checked');
    expect(await statusOf('other', 'removal')).toBe('done');
  });

  it('the end of an earlier comparison does not end a later one', async () => {
    await begin('one');
    await store.cancel('acme', 'one');
    await begin('two');
    await store.finish('acme', 'one', result);
    expect(await begin('three')).toBe('two');
  });

  it('keeps the newest twenty of a tenant, for a day', async () => {
    const ids = Array.from({ length: 23 }, (_, at) => `job${String(at).padStart(2, '0')}`);
    for (const [at, id] of ids.entries()) {
      await begin(id, 'acme', at);
      await store.cancel('acme', id);
    }
    const kept = await Promise.all(ids.map(async (id) => ((await store.get('acme', id)) === null ? [] : [id])));
    expect(kept.flat()).toEqual(ids.slice(3));
    for (const key of await redis.keys('q:*')) expect(await redis.pttl(key)).toBeGreaterThan(80_000_000);
  });
});
