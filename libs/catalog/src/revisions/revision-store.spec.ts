import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedis, type RedisClient } from '@querent/platform';
import { startRedis, waitFor, type ThrowAwayServer } from '@querent/testing';
import type { Redis } from 'ioredis';
import { openCatalog, type Catalog } from '../catalog';
import { isConnectionRemoved, isTenantRemoved } from '../files/removed';
import { RevisionStore, type Draft } from './revision-store';

const silent = { info: () => undefined, error: () => undefined };
const by = { tenant: 'acme', key: 'root' };
const put = (name: string, text: string | null, layer: 'file' | 'revision' = 'revision'): Draft => ({
  item: { kind: 'connection', name, tenant: null },
  action: text === null ? 'delete' : 'put',
  by,
  before: { layer: 'none', text: null },
  after: { layer, text },
});

describe('revisions of the configuration', () => {
  let server: ThrowAwayServer;
  let redis: RedisClient;
  let dir: string;
  const opened: Catalog[] = [];
  const clients: { disconnect(): void }[] = [];
  let prefixes = 0;

  beforeAll(async () => {
    server = await startRedis();
    redis = createRedis(server.url, 'command');
    dir = await mkdtemp(join(tmpdir(), 'querent-revisions-'));
    await mkdir(join(dir, 'connections'));
    await writeFile(join(dir, 'connections/shop.yaml'), 'url: postgres://db/shop\n');
  });
  afterAll(async () => {
    await Promise.all(opened.map((catalog) => catalog.close()));
    for (const client of [...clients, redis]) client.disconnect();
    await server.stop();
    await rm(dir, { recursive: true });
  });

  const subscriber = (url = server.url): Redis => {
    const client = createRedis(url, 'subscriber');
    clients.push(client);
    return client;
  };
  const store = (): RevisionStore => new RevisionStore(redis, `test${(prefixes += 1)}`);
  const catalogOf = async (revisions: RevisionStore, log: string[] = []): Promise<Catalog> => {
    const warn = (_fields: object, message: string): number => log.push(message);
    const catalog = await openCatalog(dir, {
      credentials: null,
      watch: false,
      logger: { ...silent, warn },
      revisions: { store: revisions, subscriber: subscriber() },
    });
    opened.push(catalog);
    return catalog;
  };

  it('appends a change only if no other came since it was checked', async () => {
    const revisions = store();
    const first = await revisions.append('0', put('a', 'url: x'));
    expect(first).toMatchObject({ id: '1', name: 'a', action: 'put', by });
    expect(await revisions.append('0', put('b', 'url: y'))).toBeNull();
    expect(await revisions.append('1', put('b', 'url: y'))).toMatchObject({ id: '2' });
    expect(await revisions.append('2', put('a', null))).toMatchObject({ id: '3', action: 'delete' });
    const { head, entries } = await revisions.overlay();
    expect([head, Object.fromEntries(entries)]).toEqual([
      '3',
      {
        'connections/a.yaml': { revision: '3', text: null },
        'connections/b.yaml': { revision: '2', text: 'url: y' },
      },
    ]);
    expect(await revisions.get('1')).toEqual({ ...first });
  });

  it('of many writers at once lets one append at each number', async () => {
    const revisions = store();
    const write = async (n: number): Promise<string> => {
      for (;;) {
        const { head } = await revisions.overlay();
        const made = await revisions.append(head, put(`c${n}`, 'url: x'));
        if (made !== null) return made.id;
      }
    };
    const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => write(n)));
    expect(ids.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  it('lists the newest first, in pages', async () => {
    const revisions = store();
    for (let n = 0; n < 7; n += 1) await revisions.append(String(n), put(n % 2 ? 'odd' : 'even', 'url: x'));
    const ids = async (below: number | null): Promise<string[]> =>
      (await revisions.list(({ name }) => name === 'even', { below, limit: 2 })).map(({ id }) => id);
    expect([await ids(null), await ids(5), await ids(1)]).toEqual([['7', '5'], ['3', '1'], []]);
  });

  it('are in force in every process at once, over the files', async () => {
    const revisions = store();
    const [one, two] = [await catalogOf(revisions), await catalogOf(revisions)];
    await revisions.append('0', put('shop', 'url: x\nlabel: { en: over }\n'));
    for (const catalog of [one, two])
      await waitFor(async () => catalog.connection('shop')?.label.en === 'over', { timeoutMs: 2_000 });
    await revisions.append('1', put('shop', null));
    for (const catalog of [one, two])
      await waitFor(async () => catalog.connection('shop') === undefined, { timeoutMs: 2_000 });
    await revisions.append('2', put('shop', null, 'file'));
    for (const catalog of [one, two])
      await waitFor(async () => catalog.connection('shop')?.label.en === 'shop', { timeoutMs: 2_000 });
    expect(one.item('connections/shop.yaml')).toEqual({
      layer: 'file',
      text: 'url: postgres://db/shop\n',
      revision: null,
    });
  });

  it('are added when Redis is available again; until then the files are in force and nothing counts as removed', async () => {
    const late = await startRedis({ aof: true });
    const away = createRedis(late.url, 'worker');
    clients.push(away);
    const revisions = new RevisionStore(away, 'late');
    await revisions.append('0', put('added', 'url: x\n'));
    await late.kill();
    const log: string[] = [];
    const listener = subscriber(late.url);
    const opening = openCatalog(dir, {
      credentials: null,
      watch: false,
      logger: { ...silent, warn: (_fields: object, message: string) => log.push(message) },
      revisions: { store: revisions, subscriber: listener },
    });
    const catalog = await opening;
    opened.push(catalog);
    expect(log).toContainEqual(expect.stringContaining('configuration files alone are in force'));
    expect(catalog.connections().map(({ name }) => name)).toEqual(['shop']);
    expect([catalog.isComplete(), catalog.head()]).toEqual([false, null]);
    expect([isConnectionRemoved(catalog, 'added'), isTenantRemoved(catalog, 'nobody')]).toEqual([false, false]);
    await late.start();
    await revisions.append((await revisions.overlay()).head, put('more', 'url: x\n'));
    await waitFor(async () => catalog.connection('more') !== undefined, { timeoutMs: 10_000 });
    expect([catalog.isComplete(), isConnectionRemoved(catalog, 'added')]).toEqual([true, false]);
    expect(isConnectionRemoved(catalog, 'never')).toBe(true);
    await late.stop();
  });
});
