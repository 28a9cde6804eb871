import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExactCache, SemanticCache } from '@querent/cache';
import { openCatalog, type Catalog } from '@querent/catalog';
import { createRedis, type RedisClient } from '@querent/platform';
import { Erasures } from '@querent/privacy';
import { openVectorErasers, openVectorIndex, type VectorIndex } from '@querent/retrieval';
import { startQdrantStandIn, startRedis } from '@querent/testing';
import { eraseVectors } from './erase-vectors';
import { removeOrphans } from './remove-orphans';
import { retainedAnswers, retainedStatements, retainedVectors } from './retained-data';

const keysOf = (...tenants: string[]): string =>
  JSON.stringify(tenants.map((tenant) => ({ name: tenant, tenant, sha256: '0'.repeat(64), scopes: ['query'] })));
const answer = {
  data: {
    mode: 'fast',
    intent: null,
    refinedQuestion: null,
    disclosures: [],
    settled: [],
    modelVersion: 'v1',
    compiled: null,
    result: null,
    chart: null,
    answer: null,
  },
  rows: [],
  runId: 'r',
} as const;

let server: Awaited<ReturnType<typeof startRedis>>;
let qdrant: Awaited<ReturnType<typeof startQdrantStandIn>>;
let redis: RedisClient;
let dir: string;
let catalog: Catalog;
beforeAll(async () => {
  [server, qdrant, dir] = await Promise.all([
    startRedis(),
    startQdrantStandIn(),
    mkdtemp(join(tmpdir(), 'querent-orphans-')),
  ]);
  redis = createRedis(server.url, 'worker');
});
afterAll(async () => {
  redis.disconnect();
  await Promise.all([server.stop(), qdrant.stop(), rm(dir, { recursive: true })]);
  expect(qdrant.refused).toEqual([]);
});

const write = async (file: string, text: string): Promise<void> => {
  await mkdir(join(dir, 'connections'), { recursive: true });
  await writeFile(join(dir, file), text);
};
const logins = (...tenants: string[]): string =>
  `url: postgres://x/y\nroles: { ${tenants.map((tenant) => `${tenant}: "postgres://${tenant}@x/y"`).join(', ')} }\n`;

describe.each([
  ['redis', () => ({})],
  ['qdrant', () => ({ QDRANT_URL: qdrant.url })],
])('removeOrphans, with vectors in %s', (prefix, env) => {
  let indexes: { questions: VectorIndex; tables: VectorIndex; samples: VectorIndex };
  let exact: ExactCache;
  let statements: SemanticCache;
  let pass: () => Promise<void>;

  beforeEach(async () => {
    await redis.flushall();
    await Promise.all([
      write('connections/shop.yaml', 'url: postgres://x/y\n'),
      write('connections/hall.yaml', logins('acme', 'evil')),
      write('keys.yaml', keysOf('acme', 'evil')),
    ]);
    catalog = await openCatalog(dir, { credentials: null, watch: false });
    const open = (purpose: 'questions' | 'tables' | 'samples'): VectorIndex =>
      openVectorIndex(env(), { purpose, embedder: { model: 'm', dimension: 2 }, redis, prefix, warn: () => undefined });
    indexes = { questions: open('questions'), tables: open('tables'), samples: open('samples') };
    exact = new ExactCache(redis, { prefix });
    statements = new SemanticCache(redis, { prefix });
    const silent = {
      info: () => undefined,
      warn: (_fields: object, message: string) => {
        throw new Error(message);
      },
    };
    pass = removeOrphans({
      retained: [
        retainedVectors(catalog, 'questions', indexes.questions),
        retainedVectors(catalog, 'tables', indexes.tables),
        retainedVectors(catalog, 'samples', indexes.samples),
        retainedAnswers(catalog, exact),
        retainedStatements(catalog, statements),
      ],
      log: silent,
    });
    await fill();
  });
  afterEach(async () => {
    await Promise.all(Object.values(indexes).map((index) => index.close()));
    await catalog.close();
  });

  /** Stores data of each kind for both tenants of both connections; they share the login of `shop`. */
  async function fill(): Promise<void> {
    const points = [{ id: 'p', vector: Float32Array.of(1, 0) }];
    for (const audience of ['shop', 'hall@acme', 'hall@evil']) {
      await indexes.tables.upsert({ tenant: audience, connection: audience.split('@')[0] ?? '' }, points);
      await exact.put(audience, 'v1/k', { ...answer, disclosures: [] } as never);
      const tenants = audience === 'shop' ? ['acme', 'evil'] : [audience.slice(5)];
      for (const tenant of tenants) {
        await indexes.samples.upsert({ tenant, connection: audience.split('@')[0] ?? '' }, points);
        await statements.put(
          { tenant, audience },
          { signature: 's', text: 't' },
          { compiled: { sql: 'select 1', params: [], columns: [], probes: [] }, disclosures: null, runId: 'r' },
          { index: indexes.questions, vector: Float32Array.of(1, 0), version: 'v' },
        );
      }
    }
  }

  const scopesOf = async (index: VectorIndex): Promise<string[]> =>
    (await index.scopes()).map(({ tenant, connection }) => `${tenant} ${connection}`).sort();
  const retainedData = async () => ({
    questions: await scopesOf(indexes.questions),
    tables: await scopesOf(indexes.tables),
    samples: await scopesOf(indexes.samples),
    answers: (await exact.held()).sort(),
    statements: (await statements.held()).map(({ tenant, audience }) => `${tenant} ${audience}`).sort(),
  });

  it('keeps data of configured tenants and connections, even if a file has a mistake', async () => {
    const before = await retainedData();
    expect(before).toMatchObject({
      questions: ['acme hall@acme', 'acme shop', 'evil hall@evil', 'evil shop'],
      tables: ['hall@acme hall', 'hall@evil hall', 'shop shop'],
    });
    await write('connections/shop.yaml', 'url: 5\ncolour: red\n');
    await catalog.reload();
    for (const _ of [1, 2, 3]) await pass();
    expect(await retainedData()).toEqual(before);
  });

  it('deletes data of a removed connection or login in the second pass', async () => {
    const before = await retainedData();
    await Promise.all([rm(join(dir, 'connections/shop.yaml')), write('connections/hall.yaml', logins('acme'))]);
    await catalog.reload();
    await pass();
    expect(await retainedData()).toEqual(before);
    await pass();
    expect(await retainedData()).toEqual({
      questions: ['acme hall@acme'],
      tables: ['hall@acme hall'],
      samples: ['acme hall', 'evil hall'],
      answers: ['hall@acme'],
      statements: ['acme hall@acme'],
    });
  });

  it('deletes data of a tenant without a key, but not the data that all tenants share', async () => {
    await write('keys.yaml', keysOf('acme'));
    await catalog.reload();
    for (const _ of [1, 2]) await pass();
    expect(await retainedData()).toMatchObject({
      questions: ['acme hall@acme', 'acme shop'],
      tables: ['hall@acme hall', 'hall@evil hall', 'shop shop'],
      samples: ['acme hall', 'acme shop'],
      statements: ['acme hall@acme', 'acme shop'],
    });
  });

  it.each([
    ['there is no keys file', () => rm(join(dir, 'keys.yaml'))],
    ['the keys file has had a mistake since the start', () => write('keys.yaml', '- { name: acme\n')],
  ])('deletes nothing if %s', async (_, spoil) => {
    const before = await retainedData();
    await spoil();
    const open = await openCatalog(dir, { credentials: null, watch: false });
    const passOnOpen = removeOrphans({
      retained: [retainedVectors(open, 'questions', indexes.questions), retainedStatements(open, statements)],
      log: { info: () => undefined, warn: () => undefined },
    });
    for (const _ of [1, 2]) await passOnOpen();
    await open.close();
    expect(await retainedData()).toEqual(before);
  });

  it('keeps data of a connection that returns between two passes', async () => {
    const before = await retainedData();
    await rm(join(dir, 'connections/shop.yaml'));
    await catalog.reload();
    await pass();
    await write('connections/shop.yaml', 'url: postgres://x/y\n');
    await catalog.reload();
    for (const _ of [1, 2]) await pass();
    expect(await retainedData()).toEqual(before);
  });
});

it('deletes an erased tenant’s vectors of a former embedder from Redis and Qdrant before the erasure is complete', async () => {
  await redis.flushall();
  const erasures = new Erasures(redis, 'both');
  const env = { QDRANT_URL: qdrant.url };
  const indexes = [{}, env].map((each) =>
    openVectorIndex(each, {
      purpose: 'questions',
      embedder: { model: 'former', dimension: 2 },
      redis,
      prefix: 'both',
      warn: () => undefined,
    }),
  );
  for (const index of indexes)
    for (const tenant of ['acme', 'evil'])
      await index.upsert({ tenant, connection: 'shop' }, [{ id: 'p', vector: Float32Array.of(1, 0) }]);
  const erasers = openVectorErasers(env, { redis: [redis, redis], prefix: 'both' });
  const pass = eraseVectors({ erasures, erasers, log: { info: () => undefined, warn: () => undefined } });
  await erasures.done(await erasures.request('acme', 'root'), 'data');
  await qdrant.stop();
  await pass();
  expect((await erasures.open()).map(({ pending }) => pending)).toEqual([['vectors']]);
  await qdrant.start();
  await pass();
  expect(await erasures.open()).toEqual([]);
  for (const index of indexes) expect(await index.scopes()).toEqual([{ tenant: 'evil', connection: 'shop' }]);
  await Promise.all([...indexes, ...erasers].map((each) => each.close()));
});
