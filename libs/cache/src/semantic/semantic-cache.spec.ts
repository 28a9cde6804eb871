import type { CompiledQuery } from '@querent/contracts';
import { createRedis, type RedisClient } from '@querent/platform';
import type { VectorIndex, VectorPoint, VectorScope } from '@querent/retrieval';
import { startRedis, type ThrowAwayServer } from '@querent/testing';
import { parseEntry } from './semantic-entry';
import { SemanticCache, type SharingGroup } from './semantic-cache';
import { entryId, sharingDigest, type SharingScope } from './sharing-digest';

/** Two-dimensional vectors: the similarity is read from the text, so `north 0.97` has cosine 0.97 to `north 1`. */
const vectorOf = (text: string): Float32Array => {
  const cosine = Number(text.split(' ')[1] ?? 1);
  return Float32Array.of(cosine, Math.sqrt(1 - cosine * cosine));
};
const statement = (sql: string): { compiled: CompiledQuery; disclosures: null; runId: string } => ({
  compiled: { sql, params: [1, null, ['a']], columns: [], probes: [] },
  disclosures: null,
  runId: 'r1',
});
const group: SharingGroup = { tenant: 'acme', audience: 'shop' };
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
const put = (where: SharingGroup, question: { signature: string; text: string }, sql = 'select 1') =>
  cache.put(where, question, statement(sql), { index, vector: vectorOf(question.text), version: 'v1' });
const found = async (where: SharingGroup, question: { signature: string; text: string }): Promise<string | undefined> =>
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
  it('if signature and similarity both match', async () => {
    await put(group, asked);
    const hit = await cache.find(group, { signature: 'sig', text: 'other 0.97' }, near());
    expect(hit?.similarity).toBeCloseTo(0.97, 5);
    expect(hit?.entry).toMatchObject(statement('select 1'));
  });

  it.each([
    ['the signature differs, however alike the texts', group, { signature: 'sih', text: 'north' }],
    ['the texts are not alike enough, whatever the signature', group, { signature: 'sig', text: 'other 0.94' }],
    ['another tenant asks', { ...group, tenant: 'other' }, asked],
    ['another login asks', { ...group, audience: 'shop@acme' }, asked],
    ['tenant and connection are swapped', { tenant: 'shop', audience: 'acme' }, asked],
    ['a tenant is called like a key', { tenant: 'acme:shop}:entries', audience: 'shop' }, asked],
  ])('never where %s', async (_why, where, question) => {
    await put(group, asked);
    expect(await found(where, question)).toBeUndefined();
  });

  it('and nothing is embedded if no signature is equal', async () => {
    await put(group, asked);
    const embed = jest.fn(async () => null);
    await cache.find(group, { signature: 'none', text: 'x' }, near({ embed }));
    expect(embed).not.toHaveBeenCalled();
  });

  it('only with both a vector and a statement', async () => {
    await put(group, asked);
    const reasons: string[] = [];
    const onRejected = (reason: string): void => void reasons.push(reason);
    expect(await cache.find(group, asked, near({ embed: async () => null, onRejected }))).toBeNull();
    expect(await cache.find(group, { ...asked, text: 'other 0.94' }, near({ onRejected }))).toBeNull();
    expect(await cache.find(group, { ...asked, signature: 'none' }, near({ onRejected }))).toBeNull();
    expect(reasons).toEqual(['no_vector', 'unlike']);
    await cache.drop(group, 'sig', entryId(asked));
    expect(points.size).toBe(1);
    expect(await found(group, asked)).toBeUndefined();
  });

  it('from the most similar of several wordings of one signature; four are kept', async () => {
    for (const cosine of [1, 0.9, 0.6, 0.3])
      await put(group, { signature: 'sig', text: `w ${cosine}` }, `select ${cosine}`);
    expect(await found(group, { signature: 'sig', text: 'x 0.61' })).toBe('select 0.6');
    await put(group, { signature: 'sig', text: 'w 0' }, 'select 0');
    expect(points.size).toBe(4);
    expect(await found(group, { signature: 'sig', text: 'w 1' })).toBeUndefined();
  });
});

describe('a bad vote', () => {
  it('on a different wording raises the required similarity, and finally deletes the statement', async () => {
    await put(group, asked);
    const id = entryId(asked);
    expect(await cache.doubt(group, asked, id, 0.96)).toBe('tightened');
    expect(await found(group, { signature: 'sig', text: 'x 0.97' })).toBeUndefined();
    expect(await found(group, { signature: 'sig', text: 'x 0.98' })).toBe('select 1');
    const became: string[] = [];
    for (let votes = 0; votes < 12 && became.at(-1) !== 'dropped'; votes++)
      became.push(await cache.doubt(group, asked, id, 0.96));
    expect(became.at(-1)).toBe('dropped');
    expect(await cache.doubt(group, asked, id, 0.96)).toBe('unknown');
  });

  it.each([[null], [1]])('on the same wording (similarity %p) deletes it', async (similarity) => {
    await put(group, asked);
    expect(await cache.doubt(group, asked, entryId(asked), similarity)).toBe('dropped');
    expect(await found(group, asked)).toBeUndefined();
  });
});

describe('the semantic cache', () => {
  it('evicts the least recently used meanings with their vectors', async () => {
    cache = new SemanticCache(redis, { prefix: 'q', maxEntries: 2 });
    for (const signature of ['a', 'b']) await put(group, { signature, text: signature });
    await redis.zadd('q:{l2:acme:shop}:used', 1, 'a');
    await put(group, { signature: 'c', text: 'c' });
    expect(await Promise.all(['a', 'b', 'c'].map((signature) => found(group, { signature, text: signature })))).toEqual(
      [undefined, 'select 1', 'select 1'],
    );
    expect(points.size).toBe(2);
  });

  it('does not evict entries when a caller with other limits deletes or doubts an entry', async () => {
    const wide = new SemanticCache(redis, { prefix: 'q', maxEntries: 50, ttlMs: 1_000_000 });
    const few = new SemanticCache(redis, { prefix: 'q', maxEntries: 1, ttlMs: 1_000 });
    for (const signature of ['a', 'b', 'c'])
      await wide.put(group, { signature, text: 'north' }, statement('select 1'), {
        index,
        vector: vectorOf('north'),
        version: 'v1',
      });
    await wide.put(group, { signature: 'c', text: 'north 0.1' }, statement('select 2'), {
      index,
      vector: vectorOf('north 0.1'),
      version: 'v1',
    });
    await few.drop(group, 'c', entryId({ signature: 'c', text: 'north' }));
    expect(
      await few.doubt(group, { signature: 'a', text: 'north' }, entryId({ signature: 'a', text: 'north' }), 0.96),
    ).toBe('tightened');
    expect(await Promise.all(['a', 'b'].map((signature) => found(group, { signature, text: 'north' })))).toEqual([
      'select 1',
      'select 1',
    ]);
    expect(await found(group, { signature: 'c', text: 'x 0.1' })).toBe('select 2');
    expect(await redis.pttl('q:{l2:acme:shop}:entries')).toBeGreaterThan(900_000);
    const line = (await redis.hget('q:{l2:acme:shop}:entries', 'a')) ?? '';
    expect(Number(line.split(' ')[1])).toBeGreaterThan(Date.now() + 900_000);
  });

  it('lists and deletes entries by group, whatever the names', async () => {
    const groups = [group, { tenant: 'a:b}', audience: 'shop@a%2Ac' }, { tenant: 'a', audience: 'b}:shop' }];
    for (const where of groups) await put(where, asked);
    const held = async (): Promise<string[]> => (await cache.held()).map((where) => JSON.stringify(where)).sort();
    expect(await held()).toEqual(groups.map((where) => JSON.stringify(where)).sort());
    await cache.forget(group);
    expect([await found(group, asked), (await held()).length]).toEqual([undefined, 2]);
  });

  it('deletes the vectors of expired or deleted entries when others are stored', async () => {
    await put(group, asked);
    await cache.clear();
    expect(points.size).toBe(1);
    const next = new SemanticCache(redis, { prefix: 'q' });
    await next.put(group, { signature: 'other', text: 'north' }, statement('select 3'), {
      index,
      vector: vectorOf('north'),
      version: 'v1',
    });
    expect([...points.values()].map(({ id }) => id)).toEqual([entryId({ signature: 'other', text: 'north' })]);
  });

  it('expires entries', async () => {
    await put(group, asked);
    const [[field = '', line = ''] = []] = Object.entries(await redis.hgetall('q:{l2:acme:shop}:entries'));
    await redis.hset('q:{l2:acme:shop}:entries', field, line.replace(/ \d+ /, ' 1 '));
    expect(await found(group, asked)).toBeUndefined();
    expect(await redis.hlen('q:{l2:acme:shop}:entries')).toBe(0);
  });

  it('stores nothing if its limit is 0', async () => {
    cache = new SemanticCache(redis, { prefix: 'q', maxEntries: 0 });
    await put(group, asked);
    expect([points.size, await redis.dbsize()]).toEqual([0, 0]);
  });

  it('ignores damaged entries', async () => {
    await put(group, asked);
    for (const damage of ['{"id":"x"}', 'no json', '{}']) {
      await redis.hset('q:{l2:acme:shop}:entries', 'sig', `${entryId(asked)} 9999999999999 ${damage}`);
      expect(await found(group, asked)).toBeUndefined();
      expect(parseEntry(damage)).toBeNull();
    }
  });

  it('clears a connection for all tenants and logins', async () => {
    const others = [
      { tenant: 'b', audience: 'shop@b' },
      { tenant: 'c:shop', audience: 'shopping' },
      { tenant: 'd', audience: 'school' },
    ];
    for (const where of [group, ...others]) await put(where, asked);
    expect(await cache.clear('shop')).toBe(2);
    expect(await Promise.all([group, ...others].map((where) => found(where, asked)))).toEqual([
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
