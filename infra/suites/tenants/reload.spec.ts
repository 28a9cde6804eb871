import { waitFor } from '@querent/testing';
import { tenantNamed } from './tenant-marks';
import { openReloadPlay, type ReloadPlay } from './tenant-reload';
import { CONNECTION } from './tenant-product';
import { TenantReceiver } from './tenant-outlets';

describe('logins that change while both tenants ask', () => {
  let play: ReloadPlay;
  const rows = (tenant: string): number => tenantNamed(tenant).rows;
  const leaks = (): object[] =>
    play.report.leaks.map(({ outlet, tenant, about, marks }) => ({ outlet, tenant, about, marks }));
  beforeAll(async () => {
    play = await openReloadPlay();
  }, 60_000);
  afterAll(() => play.stop(), 30_000);

  it('serve each its own at first, and again from the cache', async () => {
    for (const tenant of ['alpha', 'beta', 'alpha', 'beta'] as const) await play.askAll(tenant, tenant);
    expect(await play.askAll('alpha', 'alpha')).toContain('succeeded from the cache');
    expect(leaks()).toEqual([]);
  }, 60_000);

  it('with another password go on: those rows are the same', async () => {
    const { database, product } = play;
    await database.administer(`ALTER ROLE crm_alpha PASSWORD 'changed'`);
    await product.connect({ alpha: database.loginUrl('alpha', 'changed'), beta: database.loginUrl('beta') });
    await product.settled('alpha', 'changed');
    await play.until('alpha', rows('alpha'));
    expect(await play.askAll('alpha', 'alpha')).toContain('succeeded from the cache');
    expect(await play.askAll('beta', 'beta')).toContain('succeeded from the cache');
    expect(leaks()).toEqual([]);
  }, 60_000);

  it('when they are swapped, no tenant is told anything that the former login saw', async () => {
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
    expect(leaks()).toEqual([]);
  }, 60_000);

  it('a tenant that is taken out is told nothing more, not even what it was told', async () => {
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
    await later.lookAtAll(id);
    await later.call('list', { url: '/v1/queries?limit=100' });
    for (const path of ['schema', 'model']) await later.call(path, { url: `/v1/connections/${CONNECTION}/${path}` });
    const told = later.sent
      .map(({ outlet, bytes }) => ({ outlet, marks: bytes.match(/zqalpha|zqbeta|鹭垚|鸢犇/g) ?? [] }))
      .filter(({ marks }) => marks.length > 0);
    expect(told).toEqual([]);
  }, 60_000);
});
