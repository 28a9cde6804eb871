import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { openCatalog, SampleBook, SampleStore, SnapshotStore, type Catalog } from '@querent/catalog';
import type { SchemaSnapshot } from '@querent/contracts';
import { ImpactStore } from '@querent/impact';
import { createRedis, type RedisClient } from '@querent/platform';
import { defaultSagaSettings, RunStore } from '@querent/saga';
import { newRun, startRedis } from '@querent/testing';
import { askedQuestions } from './asked-questions';
import { GivesWay } from './gives-way';
import { measureImpact, type ImpactDeps } from './measure-impact';

const snapshot: SchemaSnapshot = {
  connection: 'shop',
  schema: 'public',
  takenAt: '2026-01-01T00:00:00Z',
  serverVersion: '15',
  hasPostgis: false,
  fingerprint: 'shop',
  tables: [
    {
      name: 'client',
      kind: 'table',
      comment: null,
      estimatedRows: 10,
      primaryKey: ['id'],
      uniqueKeys: [],
      foreignKeys: [],
      columns: [
        { name: 'id', type: 'integer', category: 'integer', nullable: false, comment: null },
        { name: 'city', type: 'text', category: 'text', nullable: true, comment: null, values: ['Rome', 'Oslo'] },
      ],
    },
  ],
};

describe('the comparison of a draft', () => {
  const config = mkdtempSync(`${tmpdir()}/querent-impact-`);
  let server: Awaited<ReturnType<typeof startRedis>>;
  let redis: RedisClient;
  let catalog: Catalog;
  let deps: ImpactDeps;
  let store: RunStore;
  const at = new Date().toISOString();

  beforeAll(async () => {
    for (const folder of ['connections', 'samples']) mkdirSync(`${config}/${folder}`);
    writeFileSync(`${config}/connections/shop.yaml`, 'url: postgres://nowhere/db\n');
    writeFileSync(`${config}/samples/shop.jsonl`, '{"question":"how many clients","sql":"SELECT 1"}\n');
    server = await startRedis();
    redis = createRedis(server.url, 'worker');
    catalog = await openCatalog(config, { watch: false });
    store = new RunStore(redis, defaultSagaSettings);
    const { prefix } = defaultSagaSettings;
    const snapshots = new SnapshotStore(redis, prefix);
    await snapshots.put('shop', snapshot);
    const sampleStore = new SampleStore(redis, { prefix, warn: () => undefined });
    for (const [status, question] of [
      ['approved', 'clients by city'],
      ['pending', 'clients in Rome'],
    ] as const)
      await sampleStore.change(
        { tenant: 'acme', connection: 'shop' },
        question,
        () => ({
          id: question,
          question,
          sql: 'SELECT 1',
          source: 'admin',
          status,
          createdAt: at,
          by: 'root',
        }),
        null,
      );
    deps = {
      catalog,
      snapshots,
      samples: new SampleBook(catalog, sampleStore),
      impacts: new ImpactStore(redis, prefix),
      asked: (of) => askedQuestions(redis, store, of),
      way: new GivesWay(),
    };
    const asked: Omit<Parameters<typeof newRun>[0], 'id'>[] = [
      { question: 'guests by city' },
      { question: 'Guests by city' },
      { question: 'how many clients' },
      { question: 'how many guests', tenant: 'other' },
      { question: 'how many guests', connection: 'elsewhere' },
    ];
    for (const [n, run] of asked.entries())
      await store.create({ ...newRun({ connection: 'shop', tenant: 'acme', ...run, id: `q000000${n}` }), turn: 1 });
  });
  afterAll(async () => {
    await catalog.close();
    redis.disconnect();
    await server.stop();
    rmSync(config, { recursive: true, force: true });
  });

  const begin = (id: string, draft: string | null): Promise<string> =>
    deps.impacts.begin({ id, tenant: 'acme', connection: 'shop', draft, isTried: false, createdAt: at });
  const handle = async (id: string, signal = new AbortController().signal) => {
    await measureImpact(deps)({ tenant: 'acme', id }, signal);
    return deps.impacts.get('acme', id);
  };
  const guests = 'tables: { client: { label: { en: client }, synonyms: { en: [guest] } } }';

  it('reads the samples and the own questions about the connection, each once', async () => {
    await begin('one', guests);
    const impact = await handle('one');
    expect(impact).toMatchObject({ status: 'done', progress: { done: 3, of: 3 }, error: null });
    expect(impact?.summary).toMatchObject({ cleared: 1, unchanged: 2 });
    expect(impact?.changes).toMatchObject([
      { question: expect.stringMatching(/guests by city/i), class: 'cleared', source: 'question', asked: 2 },
    ]);
  });

  it('without a draft compares with no model file', async () => {
    await begin('two', null);
    expect((await handle('two'))?.summary).toMatchObject({ unchanged: 3 });
  });

  it('compares a repaired draft with a model in force that has a mistake', async () => {
    mkdirSync(`${config}/models`);
    writeFileSync(`${config}/models/shop.yaml`, 'tables: { no_such_table: { label: { en: x } } }\n');
    await catalog.reload();
    await begin('repaired', guests);
    expect(await handle('repaired')).toMatchObject({ status: 'done', error: null, summary: { cleared: 1 } });
    rmSync(`${config}/models`, { recursive: true });
    await catalog.reload();
  });

  it('is not repeated after its end', async () => {
    const before = await deps.impacts.get('acme', 'one');
    expect(await handle('one')).toEqual(before);
  });

  it('ends with the reason if the schema is not known any more', async () => {
    await begin('three', guests);
    const get = async (): Promise<null> => null;
    await measureImpact({ ...deps, snapshots: { get } })({ tenant: 'acme', id: 'three' }, new AbortController().signal);
    expect(await deps.impacts.get('acme', 'three')).toMatchObject({
      status: 'failed',
      error: 'The schema of the connection has not been read.',
    });
  });

  it('stops when its worker stops, and can be repeated', async () => {
    await begin('four', guests);
    const reason = new Error('the worker stops');
    await expect(handle('four', AbortSignal.abort(reason))).rejects.toBe(reason);
    expect((await handle('four'))?.status).toBe('done');
  });

  it('waits while a question is in progress, but not for ever', async () => {
    const way = new GivesWay();
    const order: string[] = [];
    let end = (): void => undefined;
    const question = way.during(() => new Promise<void>((resolve) => (end = resolve)));
    const passing = way.pass().then(() => order.push('background'));
    setTimeout(() => {
      order.push('question');
      end();
    }, 30);
    await Promise.all([question, passing]);
    expect(order).toEqual(['question', 'background']);
    void way.during(() => new Promise(() => undefined));
    const started = performance.now();
    await way.pass();
    expect(performance.now() - started).toBeGreaterThan(200);
  });
});
