import type { CompiledQuery } from '@querent/contracts';
import { createRedis, type RedisClient } from '@querent/platform';
import type { VectorIndex, VectorPoint, VectorScope } from '@querent/retrieval';
import { startRedis, type ThrowAwayServer } from '@querent/testing';
import { parseEntry } from './semantic-entry';
import { SemanticCache, type SharingPlace } from './semantic-cache';
import { entryId, sharingDigest, type SharingScope } from './sharing-digest';

/** Two numbers a vector: likeness is read off the text itself, `north 0.97` lies so close to `north 1`. */
const vectorOf = (text: string): Float32Array => {
  const cosine = Number(text.split(' ')[1] ?? 1);
  return Float32Array.of(cosine, Math.sqrt(1 - cosine * cosine));
};
const statement = (sql: string): { compiled: CompiledQuery; disclosures: null; runId: string } => ({
  compiled: { sql, params: [1, null, ['a']], columns: [], probes: [] },
  disclosures: null,
  runId: 'r1',
});
const place: SharingPlace = { tenant: 'acme', audience: 'shop' };
const asked = { signature: 'sig', text: 'north' };

let server: ThrowAwayServer;
let redis: RedisClient;
let points: Map<string, VectorPoint & { scope: VectorScope }>;
let index: Pick<VectorIndex, 'search' | 'upsert' | 'remove' | 'known'>;
let cache: SemanticCache;

const keyOf = (scope: VectorScope, id: string): string => JSON.stringify([scope.tenant, scope.connection, id]);
const near = (
  over: { embed?: (text: string) => Promise<Float32Array | null>; onRejected?: (reason: string) => void } = {},
) => ({ index, embed: async (text: string) => vectorOf(text), ...over });
const put = (where: SharingPlace, question: { signature: string; text: string }, sql = 'select 1') =>
  cache.put(where, question, statement(sql), { index, vector: vectorOf(question.text), version: 'v1' });
const found = async (where: SharingPlace, question: { signature: string; text: string }): Promise<string | undefined> =>
  (await cache.find(where, question, near()))?.entry.compiled.sql;

beforeAll(async () => {
  server = await startRedis();
  redis = createRedis(server.url, 'worker');
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});
beforeEach(async () => {
  await redis.flushall();
  points = new Map();
  index = {
    upsert: async (scope, added) => added.forEach((point) => points.set(keyOf(scope, point.id), { ...point, scope })),
    remove: async (scope, ids) => ids.forEach((id) => points.delete(keyOf(scope, id))),
    known: async (scope) =>
      new Map(
        [...points.values()]
          .filter((point) => keyOf(point.scope, point.id) === keyOf(scope, point.id))
          .map(({ id }) => [id, '']),
      ),
    search: async (scope, vector, { minScore = -1, ids = [] }) =>
      [...points.values()]
        .filter((point) => keyOf(point.scope, point.id) === keyOf(scope, point.id) && ids.includes(point.id))
        .map((point) => ({
          id: point.id,
          payload: {},
          score: (vector[0] ?? 0) * (point.vector[0] ?? 0) + (vector[1] ?? 0) * (point.vector[1] ?? 0),
        }))
        .filter(({ score }) => score >= minScore)
        .sort((a, b) => b.score - a.score),
  };
  cache = new SemanticCache(redis, { prefix: 'q' });
});

describe('a statement is shared', () => {
  it('where signature and likeness both say so, as it was put', async () => {
    await put(place, asked);
    const hit = await cache.find(place, { signature: 'sig', text: 'other 0.97' }, near());
    expect(hit?.similarity).toBeCloseTo(0.97, 5);
    expect(hit?.entry).toMatchObject(statement('select 1'));
  });

  it.each([
    ['the signature differs, however alike the texts', place, { signature: 'sih', text: 'north' }],
    ['the texts are not alike enough, whatever the signature', place, { signature: 'sig', text: 'other 0.94' }],
    ['another tenant asks', { ...place, tenant: 'other' }, asked],
    ['another login asks', { ...place, audience: 'shop@acme' }, asked],
    ['tenant and connection change places', { tenant: 'shop', audience: 'acme' }, asked],
    ['a tenant is called like a key', { tenant: 'acme:shop}:entries', audience: 'shop' }, asked],
  ])('never where %s', async (_why, where, question) => {
    await put(place, asked);
    expect(await found(where, question)).toBeUndefined();
  });

  it('and nothing is embedded where no signature is equal', async () => {
    await put(place, asked);
    const embed = jest.fn(async () => null);
    await cache.find(place, { signature: 'none', text: 'x' }, near({ embed }));
    expect(embed).not.toHaveBeenCalled();
  });

  it('not without a vector, nor by a vector without a statement', async () => {
    await put(place, asked);
    const reasons: string[] = [];
    const onRejected = (reason: string): void => void reasons.push(reason);
    expect(await cache.find(place, asked, near({ embed: async () => null, onRejected }))).toBeNull();
    expect(await cache.find(place, { ...asked, text: 'other 0.94' }, near({ onRejected }))).toBeNull();
    expect(await cache.find(place, { ...asked, signature: 'none' }, near({ onRejected }))).toBeNull();
    expect(reasons).toEqual(['no_vector', 'unlike']);
    await cache.drop(place, 'sig', entryId(asked));
    expect(points.size).toBe(1);
    expect(await found(place, asked)).toBeUndefined();
  });

  it('the most alike of several wordings of one signature; four are kept', async () => {
    for (const cosine of [1, 0.9, 0.6, 0.3])
      await put(place, { signature: 'sig', text: `w ${cosine}` }, `select ${cosine}`);
    expect(await found(place, { signature: 'sig', text: 'x 0.61' })).toBe('select 0.6');
    await put(place, { signature: 'sig', text: 'w 0' }, 'select 0');
    expect(points.size).toBe(4);
    expect(await found(place, { signature: 'sig', text: 'w 1' })).toBeUndefined();
  });
});

describe('a bad vote', () => {
  it('on a wording that was taken for the same asks for more likeness from then on, and in the end forgets the statement', async () => {
    await put(place, asked);
    const id = entryId(asked);
    expect(await cache.doubt(place, asked, id, 0.96)).toBe('tightened');
    expect(await found(place, { signature: 'sig', text: 'x 0.97' })).toBeUndefined();
    expect(await found(place, { signature: 'sig', text: 'x 0.98' })).toBe('select 1');
    const became: string[] = [];
    for (let votes = 0; votes < 12 && became.at(-1) !== 'dropped'; votes++)
      became.push(await cache.doubt(place, asked, id, 0.96));
    expect(became.at(-1)).toBe('dropped');
    expect(await cache.doubt(place, asked, id, 0.96)).toBe('unknown');
  });

  it.each([[null], [1]])('on the wording itself (similarity %p) forgets it', async (similarity) => {
    await put(place, asked);
    expect(await cache.doubt(place, asked, entryId(asked), similarity)).toBe('dropped');
    expect(await found(place, asked)).toBeUndefined();
  });
});

describe('what is kept', () => {
  it('is bounded: the meanings unused for longest go, with their vectors', async () => {
    cache = new SemanticCache(redis, { prefix: 'q', maxEntries: 2 });
    for (const signature of ['a', 'b']) await put(place, { signature, text: signature });
    await redis.zadd('q:{l2:acme:shop}:used', 1, 'a');
    await put(place, { signature: 'c', text: 'c' });
    expect(await Promise.all(['a', 'b', 'c'].map((signature) => found(place, { signature, text: signature })))).toEqual(
      [undefined, 'select 1', 'select 1'],
    );
    expect(points.size).toBe(2);
  });

  it('is bounded by who keeps it: what is forgotten or doubted by another, who knows other bounds, costs no other entry anything', async () => {
    const wide = new SemanticCache(redis, { prefix: 'q', maxEntries: 50, ttlMs: 1_000_000 });
    const few = new SemanticCache(redis, { prefix: 'q', maxEntries: 1, ttlMs: 1_000 });
    for (const signature of ['a', 'b', 'c'])
      await wide.put(place, { signature, text: 'north' }, statement('select 1'), {
        index,
        vector: vectorOf('north'),
        version: 'v1',
      });
    await wide.put(place, { signature: 'c', text: 'north 0.1' }, statement('select 2'), {
      index,
      vector: vectorOf('north 0.1'),
      version: 'v1',
    });
    await few.drop(place, 'c', entryId({ signature: 'c', text: 'north' }));
    expect(
      await few.doubt(place, { signature: 'a', text: 'north' }, entryId({ signature: 'a', text: 'north' }), 0.96),
    ).toBe('tightened');
    expect(await Promise.all(['a', 'b'].map((signature) => found(place, { signature, text: 'north' })))).toEqual([
      'select 1',
      'select 1',
    ]);
    expect(await found(place, { signature: 'c', text: 'x 0.1' })).toBe('select 2');
    expect(await redis.pttl('q:{l2:acme:shop}:entries')).toBeGreaterThan(900_000);
    const line = (await redis.hget('q:{l2:acme:shop}:entries', 'a')) ?? '';
    expect(Number(line.split(' ')[1])).toBeGreaterThan(Date.now() + 900_000);
  });

  it('is known by whose it is, whatever they are called, and forgotten by that', async () => {
    const places = [place, { tenant: 'a:b}', audience: 'shop@a%2Ac' }, { tenant: 'a', audience: 'b}:shop' }];
    for (const where of places) await put(where, asked);
    const held = async (): Promise<string[]> => (await cache.held()).map((where) => JSON.stringify(where)).sort();
    expect(await held()).toEqual(places.map((where) => JSON.stringify(where)).sort());
    await cache.forget(place);
    expect([await found(place, asked), (await held()).length]).toEqual([undefined, 2]);
  });

  it('leaves no vectors behind for good: what expired or was forgotten goes when others are kept', async () => {
    await put(place, asked);
    await cache.clear();
    expect(points.size).toBe(1);
    const next = new SemanticCache(redis, { prefix: 'q' });
    await next.put(place, { signature: 'other', text: 'north' }, statement('select 3'), {
      index,
      vector: vectorOf('north'),
      version: 'v1',
    });
    expect([...points.values()].map(({ id }) => id)).toEqual([entryId({ signature: 'other', text: 'north' })]);
  });

  it('expires', async () => {
    await put(place, asked);
    const [[field = '', line = ''] = []] = Object.entries(await redis.hgetall('q:{l2:acme:shop}:entries'));
    await redis.hset('q:{l2:acme:shop}:entries', field, line.replace(/ \d+ /, ' 1 '));
    expect(await found(place, asked)).toBeUndefined();
    expect(await redis.hlen('q:{l2:acme:shop}:entries')).toBe(0);
  });

  it('is nothing where no meanings are to be kept', async () => {
    cache = new SemanticCache(redis, { prefix: 'q', maxEntries: 0 });
    await put(place, asked);
    expect([points.size, await redis.dbsize()]).toEqual([0, 0]);
  });

  it('is not read where it is damaged', async () => {
    await put(place, asked);
    for (const damage of ['{"id":"x"}', 'no json', '{}']) {
      await redis.hset('q:{l2:acme:shop}:entries', 'sig', `${entryId(asked)} 9999999999999 ${damage}`);
      expect(await found(place, asked)).toBeUndefined();
      expect(parseEntry(damage)).toBeNull();
    }
  });

  it('is forgotten by connection, whoever it was for', async () => {
    const others = [
      { tenant: 'b', audience: 'shop@b' },
      { tenant: 'c:shop', audience: 'shopping' },
      { tenant: 'd', audience: 'school' },
    ];
    for (const where of [place, ...others]) await put(where, asked);
    expect(await cache.clear('shop')).toBe(2);
    expect(await Promise.all([place, ...others].map((where) => found(where, asked)))).toEqual([
      undefined,
      undefined,
      'select 1',
      'select 1',
    ]);
    expect([await cache.clear(), await redis.dbsize()]).toEqual([2, 0]);
  });
});

describe('the digest of a question', () => {
  const scope: SharingScope = {
    tenant: 't',
    audience: 'c',
    connection: 'c',
    version: 'v',
    agent: null,
    locale: 'en',
    timezone: 'UTC',
    maxRows: 1_000,
    reasoner: null,
  };
  const key = { kind: 'planned' as const, signature: 's' };

  it.each<[string, Partial<SharingScope>]>([
    ['tenant', { tenant: 'u' }],
    ['login', { audience: 'c@t' }],
    ['connection', { connection: 'd' }],
    ['model or schema', { version: 'w' }],
    ['agent', { agent: 'a@1' }],
    ['language', { locale: 'zh' }],
    ['time zone', { timezone: 'Asia/Tokyo' }],
    ['number of rows', { maxRows: 5 }],
  ])('differs by %s', (_what, change) => {
    expect(sharingDigest({ ...scope, ...change }, key)).not.toBe(sharingDigest(scope, key));
  });

  it('differs by signature and by kind, and for words by the model that wrote the statement', () => {
    expect(sharingDigest(scope, { ...key, signature: 't' })).not.toBe(sharingDigest(scope, key));
    expect(sharingDigest(scope, { ...key, kind: 'words' })).not.toBe(sharingDigest(scope, key));
    const written = (reasoner: string): string => sharingDigest({ ...scope, reasoner }, { ...key, kind: 'words' });
    expect(written('a')).not.toBe(written('b'));
    expect(sharingDigest({ ...scope, reasoner: 'a' }, key)).toBe(sharingDigest({ ...scope, reasoner: 'b' }, key));
  });
});
