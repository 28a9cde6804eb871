import * as fc from 'fast-check';
import { audienceOf, audiencesOf, connectionOf, loginDigest, mayAsk, runScopeOf, type Connection } from './index';

const connection = (roles?: Record<string, string | null>): Connection =>
  ({ name: 'shop', url: 'postgres://common:x@db/shop', ...(roles && { roles }) }) as Connection;

describe('the audience of a tenant', () => {
  it('is the connection if tenants share a login, and the tenant if each has its own', () => {
    expect([audienceOf(connection(), 'acme'), audienceOf(connection({ acme: null }), 'acme')]).toEqual([
      'shop',
      'shop@acme',
    ]);
    expect(audiencesOf(connection())).toEqual([{ key: 'shop', tenant: null }]);
    expect(audiencesOf(connection({ acme: null, evil: null }))).toEqual([
      { key: 'shop@acme', tenant: 'acme' },
      { key: 'shop@evil', tenant: 'evil' },
    ]);
  });

  it('has a unique key for any tenant name, which keeps the hash slot and contains the connection', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.string({ maxLength: 8 }),
      fc.constantFrom('a', 'A', 'a}', '{a', 'a@b', '%40', 'a%40', '\ud800', '\\ud800', 'é', 'é', '', 'shop', '*'),
    );
    fc.assert(
      fc.property(name, name, (a, b) => {
        const [one, other] = [audienceOf(connection({}), a), audienceOf(connection({}), b)];
        expect(one === other).toBe(a === b);
        expect(one).toMatch(/^shop@[^{}@\s:[\]?\\]*$/);
        expect([connectionOf(one), connectionOf('shop')]).toEqual(['shop', 'shop']);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is known for a run while its connection exists', () => {
    const catalog = (known?: Connection) => ({ connection: (name: string) => (name === 'shop' ? known : undefined) });
    const run = { tenant: 'acme', request: { connection: 'shop' } };
    expect(runScopeOf(catalog(connection({ acme: null })), run)).toMatchObject({
      tenant: 'acme',
      audience: 'shop@acme',
      connection: { name: 'shop' },
    });
    expect([
      runScopeOf(catalog(), run),
      runScopeOf(catalog(connection()), { ...run, request: { connection: 'removed' } }),
    ]).toEqual([null, null]);
  });

  it('excludes tenants without a login, even with the name of an object’s built-in property', () => {
    const may = (tenant: string, roles?: Record<string, null>): boolean => mayAsk({ tenant }, connection(roles));
    expect([
      may('acme'),
      may('acme', { acme: null }),
      may('evil', { acme: null }),
      may('toString', { acme: null }),
      may('acme', {}),
    ]).toEqual([true, true, false, false, false]);
  });
});

describe('the digest of a login', () => {
  const digest = (login: string | null): string | null => loginDigest(connection({ acme: login }), 'acme');

  it.each([
    ['another password', 'postgres://u:other@db:5432/shop', true],
    ['another option', 'postgres://u:p@db:5432/shop?sslmode=require', true],
    ['another user', 'postgres://v:p@db:5432/shop', false],
    ['another user as a parameter', 'postgres://u:p@db:5432/shop?user=v', false],
    ['another role in its session', 'postgres://u:p@db:5432/shop?options=-c%20role%3Dv', false],
    ['another server', 'postgres://u:p@db2:5432/shop', false],
    ['another database', 'postgres://u:p@db:5432/shop2', false],
  ])('with %s: the same is %s', (_what, login, same) => {
    expect(digest(login) === digest('postgres://u:p@db:5432/shop')).toBe(same);
  });

  it('contains no part of the url, and is null without one', () => {
    expect(digest('postgres://secretuser:p@db/shop')).toMatch(/^[0-9a-f]{16}$/);
    expect(digest('postgres://us%zzer:p@/shop?host=/run/postgresql')).toMatch(/^[0-9a-f]{16}$/);
    expect([digest(null), loginDigest(connection({}), 'acme'), loginDigest(connection(), null)]).toEqual([
      null,
      null,
      expect.any(String),
    ]);
  });
});
