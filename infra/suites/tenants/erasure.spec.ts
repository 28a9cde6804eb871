import { CallbackQueue } from '@querent/saga';
import { Erasures } from '@querent/privacy';
import { waitFor } from '@querent/testing';
import { Erasing } from '../../../apps/gateway/src/privacy/erasing';
import { everythingInRedis } from '../../tests/product/redis-texts';
import { lifetimeMistakes } from '../../docs/operate/lifetimes';
import { hasMarkOf, tenantNamed } from './tenant-marks';
import { TenantReceiver } from './tenant-outlets';
import { CONNECTION, type Asker } from './tenant-product';
import { openReloadPlay, type ReloadPlay } from './tenant-reload';

describe('the data of one of two tenants', () => {
  let play: ReloadPlay;
  const ids: Record<Asker, string[]> = { alpha: [], beta: [] };
  const receiver = (tenant: Asker): TenantReceiver => new TenantReceiver(play.product.gateway, tenant, 'admin');
  const stored = (): Promise<{ key: string; text: string }[]> => everythingInRedis(play.product.gateway.redis.url);
  /**
   * Keys that hold rows of alpha, name one of its runs, or say that it asked; but for the audit trail, and who asked
   * for the erasure.
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
  /** All that beta is shown, without what tells how often and when it looked. */
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
    return Promise.all(paths.map(async (url) => receiver('beta').call('shown', { url })));
  };

  /** Leaves something of every kind behind. */
  async function live(tenant: Asker): Promise<void> {
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
    // Nobody works on it.
    await ask({ question: 'total amount of orders', locale: 'en', cache: 'bypass' });
  }

  beforeAll(async () => {
    play = await openReloadPlay();
    for (const tenant of ['alpha', 'beta'] as const) await live(tenant);
  }, 90_000);
  afterAll(() => play?.stop(), 30_000);

  it('lives as long as the table of keys says, each key of it', async () => {
    const seen = new Set<string>();
    expect(await lifetimeMistakes(play.product.gateway.redis.url, seen)).toEqual([]);
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'runs',
        'lists of runs',
        'feedback',
        'conversations',
        'habits',
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

  it('is not erased by another tenant, nor without its name', async () => {
    expect((await erase('alpha', { confirm: 'alpha' }, 'beta')).status).toBe(403);
    expect((await erase('alpha', {})).status).toBe(400);
    expect(JSON.parse((await erase('alpha', { confirm: 'beta' })).body)).toMatchObject({
      status: 400,
      errors: [{ path: 'confirm' }],
    });
    expect((await traces()).length).toBeGreaterThan(30);
  });

  it('is erased to the last byte, but for the trail, while the other tenant sees what it saw', async () => {
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

  it('is erased once: asked for again, there is nothing', async () => {
    expect(JSON.parse((await erase('alpha', { confirm: 'alpha' })).body)).toMatchObject({
      erased: {},
      complete: false,
      pending: ['data', 'vectors'],
    });
  });

  it('is told to be under way, to its own tenant alone', async () => {
    const left = async (of: Asker, by: Asker) => receiver(by).call('erasure', { url: `/v1/tenants/${of}/data` });
    expect(JSON.parse((await left('alpha', 'alpha')).body)).toMatchObject({
      tenant: 'alpha',
      pending: ['data', 'vectors'],
      complete: false,
      requestedAt: expect.any(String),
    });
    expect(JSON.parse((await left('beta', 'beta')).body)).toEqual({
      tenant: 'beta',
      requestedAt: null,
      pending: [],
      complete: true,
    });
    expect((await left('alpha', 'beta')).status).toBe(403);
  });

  it('goes on being erased by whoever lives where the gateway that was asked to has died, and what was asked since stays', async () => {
    const { services } = play.product.gateway;
    await live('beta');
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

  it('is told to be erased when a later round has found nobody at it, and the vectors are gone', async () => {
    const { services } = play.product.gateway;
    const erasures = new Erasures(services.redis, services.store.settings.prefix);
    await erasures.request('alpha', 'alpha-admin', Date.now() - 60_000);
    await new Erasing(services).goOn();
    // The retrieval service erases the vectors by itself.
    await waitFor(async () => !(await erasures.open()).some(({ tenant }) => tenant === 'alpha'));
  });
});
