import { randomBytes } from 'node:crypto';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SchemaSnapshot } from '@querent/contracts';
import { startRedis, waitFor, type ThrowAwayServer } from '@querent/testing';
import { Redis } from 'ioredis';
import { ModelRegistry, openCatalog, SnapshotStore, type Catalog } from '..';

let server: ThrowAwayServer;
let redis: Redis;
let store: SnapshotStore;

beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
  store = new SnapshotStore(redis, 'querent');
}, 120_000);
beforeEach(async () => {
  await redis.flushall();
});
afterAll(async () => {
  await redis.quit();
  await server.stop();
});

const snapshot = (changes: Partial<SchemaSnapshot> = {}, values = ['gold', 'vip']): SchemaSnapshot => ({
  connection: 'shop',
  schema: 'public',
  takenAt: '2026-01-02T03:04:05.000Z',
  serverVersion: '15.4',
  hasPostgis: false,
  fingerprint: 'f1',
  tables: [
    {
      name: 'customers',
      kind: 'table',
      comment: null,
      estimatedRows: 10,
      primaryKey: ['id'],
      uniqueKeys: [],
      foreignKeys: [],
      columns: [
        { name: 'id', type: 'integer', category: 'integer', nullable: false, comment: null },
        {
          name: 'type',
          type: 'text',
          category: 'text',
          nullable: true,
          comment: '客户类型',
          values,
          valuesComplete: true,
        },
      ],
    },
  ],
  ...changes,
});

/** As this version takes it with a tenant's own login. */
const ofTenant = (changes: Partial<SchemaSnapshot> = {}, values?: string[]): SchemaSnapshot =>
  snapshot({ closedFunctions: [], ...changes }, values);

describe('a snapshot', () => {
  it('is returned unchanged, and makes the connection ready', async () => {
    expect(await store.get('shop')).toBeNull();
    expect(await store.status('shop')).toEqual({ state: 'preparing', since: null });
    await store.put('shop', snapshot());
    expect(await store.get('shop')).toEqual(snapshot());
    expect(await store.status('shop')).toMatchObject({ state: 'ready' });
  });

  it('is compressed when it is large', async () => {
    const large = snapshot(
      {},
      Array.from({ length: 5_000 }, (_, index) => `${randomBytes(4).toString('hex')} 杭州市西湖区 ${index}`),
    );
    await store.put('shop', large);
    expect(await redis.strlen('querent:{conn:shop}:snapshot-lines')).toBeLessThan(
      Buffer.byteLength(JSON.stringify(large)) / 2,
    );
    expect(await store.get('shop')).toEqual(large);
  });

  it('keeps the order of a thousand tables, with any names and values', async () => {
    const {
      tables: [table],
      ...head
    } = snapshot();
    if (table === undefined) throw new Error('The snapshot has no table');
    const tables = Array.from({ length: 1_000 }, (_, at) => ({
      ...table,
      name: `t${at}`,
      comment: `line\nbreak 😀\u2028 杭州市 ${'é'.repeat(at)}`,
    }));
    await store.put('shop', { ...head, tables });
    expect(await store.get('shop')).toEqual({ ...head, tables });
  });

  it('of a tenant, from a version that served data without row security, is ignored until it is read again', async () => {
    const audiences = ['shop', 'shop@acme'];
    for (const audience of audiences) await store.put(audience, snapshot());
    expect(await Promise.all(audiences.map((audience) => store.get(audience)))).toEqual([snapshot(), null]);
    await store.put('shop@acme', ofTenant());
    expect(await store.get('shop@acme')).toEqual(ofTenant());
  });

  it('is separate for another installation in the same Redis, as are refresh requests', async () => {
    const [other, subscriber] = [new SnapshotStore(redis, 'other'), redis.duplicate()];
    const wishes: string[] = [];
    await other.onRefreshRequest(subscriber, (connection) => wishes.push(connection));
    await store.put('shop', snapshot());
    expect([
      await other.get('shop'),
      await other.revision('shop'),
      await other.status('shop'),
      await other.audiences('shop'),
    ]).toEqual([null, null, { state: 'preparing', since: null }, []]);
    await store.requestRefresh('shop');
    await other.requestRefresh('hall');
    await waitFor(() => wishes.length > 0);
    expect(wishes).toEqual(['hall']);
    subscriber.disconnect();
  });

  it('keeps the time at which the state began', async () => {
    await store.setStatus('shop', 'unavailable', 'first');
    const { since } = await store.status('shop');
    await store.setStatus('shop', 'unavailable', 'second');
    expect(await store.status('shop')).toEqual({ state: 'unavailable', since, detail: 'second' });
  });

  it('is deleted with its connection', async () => {
    await store.put('shop', snapshot());
    await store.remove('shop');
    expect(await redis.keys('*')).toEqual([]);
  });
});

describe('the model registry', () => {
  let dir: string;
  let catalog: Catalog;
  let now = 0;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'querent-registry-'));
    await mkdir(join(dir, 'connections'));
    await mkdir(join(dir, 'models'));
    await writeFile(join(dir, 'connections/shop.yaml'), 'url: postgres://db/shop\n');
    catalog = await openCatalog(dir, { watch: false });
  });
  afterEach(async () => {
    await catalog.close();
    await rm(dir, { recursive: true, force: true });
  });

  const registry = (): ModelRegistry => new ModelRegistry(catalog, store, () => now);
  const model = async (text: string): Promise<void> => {
    await writeFile(join(dir, 'models/shop.yaml'), text);
    await catalog.reload();
  };

  it('derives a model from the snapshot alone', async () => {
    await store.put('shop', snapshot());
    const models = registry();
    const found = await models.model('shop', 'acme');
    expect(found?.problems).toEqual([]);
    expect(Object.keys(found?.model.tables ?? {})).toEqual(['customers']);
    expect(await models.availability('shop', 'acme')).toMatchObject({ state: 'ready' });
  });

  it('is preparing without a snapshot, and unavailable if the executor reports it', async () => {
    const models = registry();
    expect(await models.model('shop', 'acme')).toBeNull();
    expect(await models.availability('shop', 'acme')).toMatchObject({ state: 'preparing' });
    await store.setStatus('shop', 'unavailable', 'connection refused');
    expect(await models.availability('shop', 'acme')).toMatchObject({
      state: 'unavailable',
      detail: 'connection refused',
    });
    expect(await models.availability('nothing', 'acme')).toBeNull();
  });

  it('queries Redis for the revision at most once a second', async () => {
    await store.put('shop', snapshot());
    const models = registry();
    const reads = jest.spyOn(store, 'revision');
    await Promise.all([models.model('shop', 'acme'), models.model('shop', 'acme')]);
    now += 999;
    await models.model('shop', 'acme');
    expect(reads).toHaveBeenCalledTimes(1);
    now += 1;
    await models.model('shop', 'acme');
    expect(reads).toHaveBeenCalledTimes(2);
    reads.mockRestore();
  });

  it('changes its version with the file, the structure and the stored values, but not with the time a snapshot was taken', async () => {
    const versions: (string | undefined)[] = [];
    const models = registry();
    const note = async (): Promise<void> => {
      now += 1000;
      versions.push((await models.model('shop', 'acme'))?.model.version);
    };
    await store.put('shop', snapshot());
    await note();
    await store.put('shop', snapshot({ takenAt: '2026-02-02T03:04:05.000Z' }, ['vip', 'gold']));
    await note();
    expect(versions[1]).toBe(versions[0]);
    await store.put('shop', snapshot({}, ['gold', 'vip', 'new']));
    await note();
    await store.put('shop', snapshot({ fingerprint: 'f2' }));
    await note();
    await model('defaultLocale: zh\n');
    await note();
    expect(new Set(versions).size).toBe(4);
  });

  it('follows a changed file immediately', async () => {
    await store.put('shop', snapshot());
    const models = registry();
    await models.model('shop', 'acme');
    await model('tables: { customers: { label: { zh: 客户 } } }\n');
    expect((await models.model('shop', 'acme'))?.model.tables['customers']?.label.zh).toBe('客户');
  });

  it('disables single entries for a metric cycle, weights that do not sum to 1 or a missing column, and answers the rest', async () => {
    await store.put('shop', snapshot());
    await model(
      'metrics: { a: { label: {zh: 甲}, children: { b: 0.6 } }, b: { label: {zh: 乙}, children: { a: 1 } } }\ntables: { customers: { columns: { nope: { role: dimension } } } }\n',
    );
    const found = await registry().availability('shop', 'acme');
    expect(found).toMatchObject({
      state: 'ready',
      model: { metrics: {}, reserved: expect.arrayContaining([{ words: expect.arrayContaining(['甲']) }]) },
      problems: expect.arrayContaining([
        expect.objectContaining({
          file: 'models/shop.yaml',
          line: 2,
          path: 'tables.customers.columns.nope',
          entry: true,
        }),
      ]),
    });
  });

  it('disables an entry of the wrong form, with its line', async () => {
    await store.put('shop', snapshot());
    await model(
      'terms:\n  vip: { label: 贵宾, filter: "customers.type = \'vip\'" }\n  odd: { label: 怪人, filtre: "x" }\n',
    );
    expect(await registry().availability('shop', 'acme')).toMatchObject({
      state: 'ready',
      model: { terms: { vip: {} } },
      problems: [{ file: 'models/shop.yaml', path: 'terms.odd.filtre', line: 3, entry: true }],
    });
    expect(catalog.problems()).toMatchObject([{ path: 'terms.odd.filtre', line: 3, entry: true }]);
  });

  it('follows a column that is renamed while the product runs', async () => {
    await store.put('shop', snapshot());
    await model(
      'tables: { customers: { columns: { type: { label: { zh: 类型 } } } } }\nterms: { vip: { filter: "customers.type = \'vip\'" } }\n',
    );
    const models = registry();
    expect(await models.availability('shop', 'acme')).toMatchObject({
      state: 'ready',
      model: { terms: { vip: {} } },
      problems: [],
    });
    const renamed = snapshot().tables.map((table) => ({
      ...table,
      columns: table.columns.map((column) => (column.name === 'type' ? { ...column, name: 'kind' } : column)),
    }));
    await store.put('shop', snapshot({ tables: renamed, fingerprint: 'renamed' }));
    now += 1000;
    expect(await models.availability('shop', 'acme')).toMatchObject({
      state: 'ready',
      model: {
        terms: {},
        reserved: [{ words: ['vip'] }, { words: expect.arrayContaining(['类型']), table: 'customers' }],
      },
      problems: [
        { path: 'tables.customers.columns.type', line: 1 },
        { path: 'terms.vip.filter', line: 2 },
      ],
    });
  });

  it('makes a connection misconfigured for a missing table', async () => {
    await store.put('shop', snapshot());
    await model('tables: { clients: {} }\n');
    const found = await registry().availability('shop', 'acme');
    expect(found).toMatchObject({
      state: 'misconfigured',
      problems: [{ file: 'models/shop.yaml', path: 'tables.clients', line: 1 }],
    });
  });

  it('serves the cached model while Redis is unavailable', async () => {
    await store.put('shop', snapshot());
    const models = registry();
    const known = await models.model('shop', 'acme');
    now += 5000;
    const away = jest.spyOn(store, 'revision').mockRejectedValue(new Error('connection is closed'));
    expect(await models.model('shop', 'acme')).toBe(known);
    await expect(registry().model('shop', 'acme')).rejects.toThrow('connection is closed');
    away.mockRestore();
  });

  it('has an empty model if the file was never readable, because it may hide columns', async () => {
    await store.put('shop', snapshot());
    await model('tables: [\n');
    const models = registry();
    const found = await models.model('shop', 'acme');
    expect(Object.keys(found?.model.tables ?? {})).toEqual([]);
    expect(found?.problems).not.toEqual([]);
    expect(await models.availability('shop', 'acme')).toMatchObject({ state: 'misconfigured' });
  });

  it('keeps the last valid file if a later one is unreadable', async () => {
    await store.put('shop', snapshot());
    await model('tables: { customers: { label: { zh: 客户 } } }\n');
    const models = registry();
    await model('tables: [\n');
    expect((await models.model('shop', 'acme'))?.model.tables['customers']?.label.zh).toBe('客户');
    expect(catalog.problems()).not.toEqual([]);
  });

  describe('with separate logins of tenants', () => {
    beforeEach(async () => {
      await writeFile(
        join(dir, 'connections/shop.yaml'),
        'url: postgres://db/shop\nroles: { acme: "postgres://a@db/shop", evil: "postgres://e@db/shop" }\n',
      );
      await catalog.reload();
    });

    it('returns the model of each tenant’s login, and none without a login', async () => {
      await store.put('shop', snapshot({}, ['common']));
      await store.put('shop@acme', ofTenant({}, ['gold']));
      await store.put('shop@evil', ofTenant({ tables: [] }));
      const models = registry();
      const [acme, evil] = [await models.model('shop', 'acme'), await models.model('shop', 'evil')];
      expect(acme?.model.tables['customers']?.columns['type']?.storedValues).toEqual(['gold']);
      expect(Object.keys(evil?.model.tables ?? {})).toEqual([]);
      expect(acme?.model.version).not.toBe(evil?.model.version);
      expect([await models.model('shop', 'third'), await models.model('shop', null)]).toEqual([null, null]);
      expect(await models.availability('shop', 'third')).toMatchObject({
        state: 'misconfigured',
        detail: expect.stringContaining('no login'),
      });
    });

    it('has another version for another login, even with the same data', async () => {
      const models = registry();
      await store.put('shop@acme', ofTenant(), { login: 'one' });
      const before = await models.model('shop', 'acme');
      now += 1000;
      await store.put('shop@acme', ofTenant(), { login: 'two' });
      expect((await models.model('shop', 'acme'))?.model.version).not.toBe(before?.model.version);
    });

    it('has another version if other functions bypass row security, so that answers with a closed function are not served', async () => {
      const versions: (string | undefined)[] = [];
      for (const closedFunctions of [[], ['public.peek'], ['public.peek', 'public.spy']]) {
        await store.put('shop@acme', ofTenant({ closedFunctions }));
        const registered = await registry().model('shop', 'acme');
        expect(registered?.closedFunctions).toEqual(closedFunctions);
        versions.push(registered?.model.version);
      }
      expect(new Set(versions).size).toBe(3);
    });

    it('is not made from a snapshot of a version that served data without row security', async () => {
      await store.put('shop@acme', snapshot({}, ['zqother']));
      const models = registry();
      expect(await models.model('shop', 'acme')).toBeNull();
      expect(await models.availability('shop', 'acme')).toMatchObject({ state: 'preparing' });
      await store.put('shop@acme', ofTenant({}, ['gold']));
      expect((await models.model('shop', 'acme'))?.model.tables['customers']?.columns['type']?.storedValues).toEqual([
        'gold',
      ]);
    });

    it('is ready for one tenant while it is not for another', async () => {
      await store.put('shop@acme', ofTenant());
      await store.setStatus('shop@evil', 'misconfigured', 'a superuser', [
        { rule: 'superuser', severity: 'refuse', what: 'w', fix: ['ALTER ROLE e NOSUPERUSER'] },
      ]);
      const states = await Promise.all(
        ['acme', 'evil'].map(async (tenant) => (await registry().availability('shop', tenant))?.state),
      );
      expect(states).toEqual(['ready', 'misconfigured']);
      expect((await store.status('shop@evil')).findings).toMatchObject([{ rule: 'superuser' }]);
      expect((await store.audiences('shop')).sort()).toEqual(['shop@acme', 'shop@evil']);
    });

    it('omits what a login may not read, with a note of its location in the file', async () => {
      const customers = snapshot().tables.map((table) => ({ ...table, columns: table.columns.slice(0, 1) }));
      await store.put('shop@acme', ofTenant());
      await store.put(
        'shop@evil',
        ofTenant({
          tables: customers,
          withheld: [{ name: 'customers', columns: [{ name: 'type', type: 'text', category: 'text' }] }],
        }),
      );
      await model('tables:\n  customers:\n    columns:\n      type: { label: { en: kind } }\n');
      const models = registry();
      expect(await models.model('shop', 'acme')).toMatchObject({ problems: [], notes: [] });
      expect(await models.model('shop', 'evil')).toMatchObject({
        problems: [],
        notes: [{ file: 'models/shop.yaml', path: 'tables.customers.columns.type', line: 4 }],
      });
      expect(await models.availability('shop', 'evil')).toMatchObject({ state: 'ready' });
    });
  });
});
