import { waitFor } from '@querent/testing';
import { tenantNamed } from './tenant-marks';
import { openReloadPlay, type ReloadPlay } from './tenant-reload';
import { CONNECTION } from './tenant-product';
import { TenantReceiver } from './tenant-receiver';

describe('changes of tenants’ logins while both tenants ask', () => {
  let play: ReloadPlay;
  const rows = (tenant: string): number => tenantNamed(tenant).rows;
  const foundLeaks = (): object[] =>
    play.report.leaks.map(({ outlet, tenant, about, marks }) => ({ outlet, tenant, about, marks }));
  beforeAll(async () => {
    play = await openReloadPlay();
  }, 60_000);
  afterAll(() => play.stop(), 30_000);

  it('with unchanged logins each tenant gets its own rows, also from the cache', async () => {
    for (const tenant of ['alpha', 'beta', 'alpha', 'beta'] as const) await play.askAll(tenant, tenant);
    expect(await play.askAll('alpha', 'alpha')).toContain('succeeded from the cache');
    expect(foundLeaks()).toEqual([]);
  }, 60_000);

  it('a changed password keeps the tenant’s cached answers', async () => {
    const { database, product } = play;
    await database.administer(`ALTER ROLE crm_alpha PASSWORD 'changed'`);
    await product.connect({ alpha: database.loginUrl('alpha', 'changed'), beta: database.loginUrl('beta') });
    await product.settled('alpha', 'changed');
    await play.until('alpha', rows('alpha'));
    expect(await play.askAll('alpha', 'alpha')).toContain('succeeded from the cache');
    expect(await play.askAll('beta', 'beta')).toContain('succeeded from the cache');
    expect(foundLeaks()).toEqual([]);
  }, 60_000);

  it('after two logins are swapped, no tenant receives data that the former login read', async () => {
    const { database, product } = play;
    await product.connect({ alpha: database.loginUrl('beta'), beta: database.loginUrl('alpha', 'changed') });
    await play.until('alpha', rows('beta'));
    await play.until('beta', rows('alpha'));
    for (const [tenant, seenAs] of [
      ['alpha', 'beta'],
      ['beta', 'alpha'],
    ] as const) {
      const ends = await play.askAll(tenant, seenAs);
      expect(ends.filter((end) => end === 'succeeded').length).toBeGreaterThan(8);
    }
    expect(foundLeaks()).toEqual([]);
  }, 60_000);

  it('a tenant without a login can no longer read even its earlier answers', async () => {
    const { database, product } = play;
    const receiver = new TenantReceiver(product.gateway, 'beta', 'admin');
    const { id } = await receiver.view('submit', {
      method: 'POST',
      url: '/v1/queries',
      payload: { question: 'list all customers', connection: CONNECTION },
    });
    await product.connect({ alpha: database.loginUrl('alpha', 'changed') });
    await waitFor(
      async () =>
        (
          await receiver.call('submit', {
            method: 'POST',
            url: '/v1/queries',
            payload: { question: 'list all customers', connection: CONNECTION },
          })
        ).status === 403,
      { timeoutMs: 20_000 },
    );
    const later = new TenantReceiver(product.gateway, 'beta', 'admin');
    await later.readAll(id);
    await later.call('list', { url: '/v1/queries?limit=100' });
    for (const path of ['schema', 'model']) await later.call(path, { url: `/v1/connections/${CONNECTION}/${path}` });
    const leaks = later.sent
      .map(({ outlet, bytes }) => ({ outlet, marks: bytes.match(/zqalpha|zqbeta|鹭垚|鸢犇/g) ?? [] }))
      .filter(({ marks }) => marks.length > 0);
    expect(leaks).toEqual([]);
  }, 60_000);
});
