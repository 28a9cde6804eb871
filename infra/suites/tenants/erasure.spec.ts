import { CallbackQueue } from '@querent/saga';
import { Erasures } from '@querent/privacy';
import { waitFor } from '@querent/testing';
import { Erasing } from '../../../apps/gateway/src/privacy/erasing';
import { everythingInRedis } from '../../tests/product/redis-texts';
import { lifetimeMistakes } from '../../docs/operate/lifetimes';
import { hasMarkOf, tenantNamed } from './tenant-marks';
import { TenantReceiver } from './tenant-receiver';
import { CONNECTION, type Asker } from './tenant-product';
import { openReloadPlay, type ReloadPlay } from './tenant-reload';

describe('erasure of a tenant’s data', () => {
  let play: ReloadPlay;
  const ids: Record<Asker, string[]> = { alpha: [], beta: [] };
  const receiver = (tenant: Asker): TenantReceiver => new TenantReceiver(play.product.gateway, tenant, 'admin');
  const stored = (): Promise<{ key: string; text: string }[]> => everythingInRedis(play.product.gateway.redis.url);
  /**
   * Redis keys that contain rows of alpha, ids of its runs or names of its API keys. The audit trail and the request
   * for the erasure may keep them.
   */
  const traces = async (): Promise<string[]> =>
    (await stored())
      .filter(({ key }) => !key.includes('{audit}') && key !== 'querent:erasures')
      .flatMap(({ key, text }) => {
        const all = `${key}\n${text}`;
        return hasMarkOf(all, tenantNamed('alpha')) ||
          ids.alpha.some((id) => all.includes(id)) ||
          /alpha-(plain|sql|admin)|alpha’s words/.test(all)
          ? [key]
          : [];
      });
  const erase = async (tenant: Asker, body: object, by: Asker = tenant): Promise<{ status: number; body: string }> =>
    receiver(by).call('erasure', { method: 'DELETE', url: `/v1/tenants/${tenant}/data`, payload: body });
  /** Everything that beta can read, except views that change with each request. */
  const shown = async (): Promise<unknown[]> => {
    const at = `/v1/connections/${CONNECTION}`;
    const paths = [
      ...ids.beta.map((id) => `/v1/queries/${id}`),
      ...ids.beta.map((id) => `/v1/queries/${id}/result`),
      '/v1/queries?limit=100',
      `${at}/samples?limit=100`,
      `${at}/schema`,
      '/v1/preferences',
      '/v1/dead-letters',
    ];
    // Problems contain the id of the request, so it is the same each time.
    const headers = { 'x-request-id': 'shown' };
    return Promise.all(paths.map(async (url) => receiver('beta').call('shown', { url, headers })));
  };

  /** Stores data of every kind. */
  async function storeData(tenant: Asker): Promise<void> {
    const { product } = play;
    const asker = receiver(tenant);
    const ask = async (payload: object, headers: Record<string, string> = {}): Promise<string> => {
      const { id } = await asker.view('submit', {
        method: 'POST',
        url: '/v1/queries',
        payload: { connection: CONNECTION, ...payload },
        headers,
      });
      ids[tenant].push(id);
      return id;
    };
    const rated = await ask({ question: 'list all customers', locale: 'en' }, { 'idempotency-key': `${tenant}-1` });
    await ask({ question: '有多少客户', locale: 'zh', conversationId: 'talk' });
    await product.stages.work();
    await asker.call('feedback', {
      method: 'POST',
      url: `/v1/queries/${rated}/feedback`,
      payload: {
        rating: 'up',
        comment: `${tenant}’s words`,
        correctedSql: 'SELECT region, sum(credit) FROM customer GROUP BY region',
      },
    });
    await asker.approveOne();
    const paused = await ask({ question: 'how many customers in Harbour', locale: 'en', cache: 'bypass' });
    await product.stages.work();
    const { store, letters, redis, habits } = product.gateway.services;
    await new CallbackQueue(redis, store.keys).add({ runId: paused, version: 2 });
    await letters.add({
      id: `${paused}-2`,
      runId: paused,
      tenant,
      job: 'execute',
      version: 2,
      reason: `${tenant}’s words`,
      at: new Date().toISOString(),
    });
    await habits.record(
      { tenant, keyName: `${tenant}-admin`, connection: CONNECTION },
      {
        id: 'r/1',
        at: new Date().toISOString(),
        choice: { key: 'term:x', question: `${tenant}’s words`, value: 'o1', label: 'one' } as never,
      },
    );
    await product.gateway.services.pins.add(
      { tenant, name: `${tenant}-admin` },
      { question: `${tenant}’s words`, connection: CONNECTION },
      new Date().toISOString(),
    );
    await product.gateway.services.dismissals.add(
      tenant,
      {
        runId: rated,
        rating: null,
        connection: CONNECTION,
        dismissedBy: `${tenant}-admin`,
        dismissedAt: new Date().toISOString(),
      },
      Date.now() + 60_000,
    );
    // No stage works on this run.
    await ask({ question: 'total amount of orders', locale: 'en', cache: 'bypass' });
  }

  beforeAll(async () => {
    play = await openReloadPlay();
    for (const tenant of ['alpha', 'beta'] as const) await storeData(tenant);
  }, 90_000);
  afterAll(() => play?.stop(), 30_000);

  it('every stored key of a tenant has the lifetime in the table of key families', async () => {
    const seen = new Set<string>();
    expect(await lifetimeMistakes(play.product.gateway.redis.url, seen)).toEqual([]);
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'runs',
        'lists of runs',
        'feedback',
        'conversations',
        'habits',
        'pins',
        'dismissals',
        'samples',
        'exact cache',
        'semantic cache',
        'vectors of cached questions',
        'idempotency keys',
        'dead letters',
        'quotas',
        'quotas of feedback',
      ]),
    );
  });

  it('refuses an erasure by another tenant or without the tenant’s name as confirmation', async () => {
    expect((await erase('alpha', { confirm: 'alpha' }, 'beta')).status).toBe(403);
    expect((await erase('alpha', {})).status).toBe(400);
    expect(JSON.parse((await erase('alpha', { confirm: 'beta' })).body)).toMatchObject({
      status: 400,
      errors: [{ path: 'confirm' }],
    });
    expect((await traces()).length).toBeGreaterThan(30);
  });

  it('erases every byte of the tenant except the audit trail, and changes nothing for the other tenant', async () => {
    const before = await shown();
    const { status, body } = await erase('alpha', { confirm: 'alpha' });
    expect(status).toBe(202);
    const { erased } = JSON.parse(body) as { erased: Record<string, number> };
    expect(Object.keys(erased)).toEqual(
      expect.arrayContaining([
        'runs',
        'events of runs',
        'feedback',
        'conversations',
        'habits',
        'pins',
        'dismissals',
        'samples',
        'exact cache',
        'semantic cache',
        'vectors of cached questions',
        'dead letters',
        'idempotency keys',
        'schema snapshots',
      ]),
    );
    expect(await traces()).toEqual([]);
    expect(
      (await stored()).filter(({ key, text }) => key.includes('{audit}') && text.includes('alpha-admin')),
    ).not.toEqual([]);
    expect(await shown()).toEqual(before);
    expect(JSON.parse((await receiver('alpha').call('list', { url: '/v1/queries' })).body)).toMatchObject({ runs: [] });
  });

  it('a repeated erasure finds nothing more to erase', async () => {
    expect(JSON.parse((await erase('alpha', { confirm: 'alpha' })).body)).toMatchObject({
      erased: {},
      complete: false,
      pending: ['data', 'vectors'],
    });
  });

  it('shows a pending erasure only to the erased tenant', async () => {
    const pending = async (of: Asker, by: Asker) => receiver(by).call('erasure', { url: `/v1/tenants/${of}/data` });
    expect(JSON.parse((await pending('alpha', 'alpha')).body)).toMatchObject({
      tenant: 'alpha',
      pending: ['data', 'vectors'],
      complete: false,
      requestedAt: expect.any(String),
    });
    expect(JSON.parse((await pending('beta', 'beta')).body)).toEqual({
      tenant: 'beta',
      requestedAt: null,
      pending: [],
      complete: true,
    });
    expect((await pending('alpha', 'beta')).status).toBe(403);
  });

  it('another gateway continues an erasure whose gateway died, and keeps runs submitted after the request', async () => {
    const { services } = play.product.gateway;
    await storeData('beta');
    const erasures = new Erasures(services.redis, services.store.settings.prefix);
    await erasures.request('beta', 'beta-admin');
    const { id } = await receiver('beta').view('submit', {
      method: 'POST',
      url: '/v1/queries',
      payload: { connection: CONNECTION, question: 'how many customers are there', cache: 'bypass' },
    });
    await new Erasing(services).goOn();
    expect((await stored()).flatMap(({ key }) => (ids.beta.some((own) => key.includes(own)) ? [key] : []))).toEqual([]);
    expect((await services.store.get(id))?.status).toBe('queued');
  });

  it('an erasure is complete when a later round finds nothing left and the vectors are erased', async () => {
    const { services } = play.product.gateway;
    const erasures = new Erasures(services.redis, services.store.settings.prefix);
    await erasures.request('alpha', 'alpha-admin', Date.now() - 60_000);
    await new Erasing(services).goOn();
    // The retrieval service erases the vectors on its own schedule.
    await waitFor(async () => !(await erasures.open()).some(({ tenant }) => tenant === 'alpha'));
  });
});
