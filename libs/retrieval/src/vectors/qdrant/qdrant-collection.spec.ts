import { type QdrantStandIn, startQdrantStandIn } from '@querent/testing';
import { randomVectors } from '../contract/random-vectors';
import { VectorIndexUnavailable } from '../vector-index';
import { embedder, openIndex } from './fixture/open-index';
import { collectionName } from './qdrant-collection';

const scope = { tenant: 'acme', connection: 'shop' };
const east = new Float32Array([1, 0, 0, 0]);
const name = collectionName({ prefix: 'querent', purpose: 'questions', ...embedder });
const mark = { schema: 1, purpose: 'questions', ...embedder };

describe('a collection in Qdrant', () => {
  let standIn: QdrantStandIn;
  beforeEach(async () => {
    standIn = await startQdrantStandIn();
  });
  afterEach(() => standIn.stop());

  const ask = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${standIn.url}/collections/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { result } = (await response.json()) as { result: Record<string, unknown> };
    return result;
  };
  const exists = async (): Promise<Record<string, unknown>> => ask('GET', name);
  const asItShouldBe = {
    config: {
      params: { vectors: { size: 4, distance: 'Cosine' } },
      hnsw_config: { m: 0, payload_m: 16 },
      metadata: { querent: mark },
    },
    payload_schema: {
      tenant: { data_type: 'keyword', params: { type: 'keyword', is_tenant: true } },
      connection: { data_type: 'keyword' },
      version: { data_type: 'keyword' },
      tags: { data_type: 'keyword' },
    },
  };

  it('is created once by eight concurrent workers, with a graph per tenant', async () => {
    const indexes = Array.from({ length: 8 }, () => openIndex(standIn).index);
    await Promise.all(indexes.map((index, i) => index.upsert(scope, [{ id: `p${i}`, vector: east }])));
    for (const index of indexes) expect((await index.known(scope)).size).toBe(8);
    expect(await exists()).toMatchObject(asItShouldBe);
    expect(await ask('GET', '')).toBeUndefined();
    expect(standIn.requests.filter(({ route }) => route.startsWith('DELETE'))).toEqual([]);
    await Promise.all(indexes.map((index) => index.close()));
  });

  it('gets missing settings and keeps its points', async () => {
    const { index } = openIndex(standIn);
    await index.upsert(scope, [{ id: 'p', vector: east, digest: 'd' }]);
    await ask('DELETE', `${name}/index/connection?wait=true`);
    await ask('PUT', `${name}/index?wait=true`, { field_name: 'tenant', field_schema: 'keyword' });
    await ask('PUT', `${name}/index?wait=true`, { field_name: 'tags', field_schema: 'integer' });
    await ask('PATCH', name, { hnsw_config: { m: 16, payload_m: 0 } });
    const later = openIndex(standIn);
    expect(await later.index.known(scope)).toEqual(new Map([['p', 'd']]));
    expect(await exists()).toMatchObject(asItShouldBe);
    expect(later.warnings).toEqual([]);
  });

  it('of an unreadable schema is created again', async () => {
    await ask('PUT', name, { vectors: { size: 7, distance: 'Dot' }, metadata: { querent: { ...mark, schema: 0 } } });
    const { index, warnings } = openIndex(standIn);
    expect(await index.known(scope)).toEqual(new Map());
    expect(await exists()).toMatchObject(asItShouldBe);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['a newer version', { metadata: { querent: { ...mark, schema: 2 } } }, /newer version/],
    ['another application', {}, /does not carry our mark/],
    ['another width', { vectors: { size: 5, distance: 'Cosine' }, metadata: { querent: mark } }, /another embedder/],
    ['another model', { metadata: { querent: { ...mark, model: 'other' } } }, /another embedder/],
    ['another measure', { vectors: { size: 4, distance: 'Dot' }, metadata: { querent: mark } }, /another embedder/],
  ])('of %s is neither changed nor read', async (_, body, why) => {
    await ask('PUT', name, { vectors: { size: 4, distance: 'Cosine' }, ...body });
    const before = await exists();
    const { index, warnings } = openIndex(standIn);
    await expect(index.upsert(scope, [{ id: 'p', vector: east }])).rejects.toThrow(why);
    await expect(index.search(scope, east, { limit: 1 })).rejects.toThrow(why);
    expect(await exists()).toEqual(before);
    expect(warnings).toEqual([expect.stringMatching(why)]);
  });

  it('depends on the dimension in the embedder’s first reply, and changes with it', async () => {
    const learning = { model: 'unknown', dimension: 0, embed: async () => Object.assign(learning, embedder) && [east] };
    const { index } = openIndex(standIn, { embedder: learning });
    await index.removeAll(scope);
    await index.upsert(scope, [{ id: 'p', vector: east }]);
    expect(await exists()).toMatchObject(asItShouldBe);
    learning.model = 'other';
    expect(await index.search(scope, east, { limit: 1 })).toEqual([]);
    const mute = openIndex(standIn, {
      embedder: { model: 'unknown', dimension: 0, embed: () => Promise.reject(new Error('no')) },
    });
    await expect(mute.index.known(scope)).rejects.toThrow(VectorIndexUnavailable);
  });

  it('that was dropped under a running worker is created again', async () => {
    const { index } = openIndex(standIn);
    await index.upsert(scope, [{ id: 'p', vector: east }]);
    await ask('DELETE', name);
    expect(await index.search(scope, east, { limit: 1 })).toEqual([]);
    await index.upsert(scope, [{ id: 'q', vector: east }]);
    expect([...(await index.known(scope)).keys()]).toEqual(['q']);
    expect(await exists()).toMatchObject(asItShouldBe);
  });

  it('takes five thousand points in bounded requests, and lists them page by page', async () => {
    const { index } = openIndex(standIn);
    const points = randomVectors(5_000, 4).map((vector, i) => ({ id: `p${i}`, vector, digest: `d${i}` }));
    await index.upsert(scope, points);
    const puts = standIn.requests.filter(({ points: count }) => count > 0);
    expect(puts.map(({ points: count }) => count)).toEqual(Array(10).fill(500));
    expect(puts.every(({ parameters }) => parameters['wait'] === 'true')).toBe(true);
    expect(await index.known(scope)).toEqual(new Map(points.map(({ id, digest }) => [id, digest])));
    await index.remove(
      scope,
      points.slice(0, 4_999).map(({ id }) => id),
    );
    expect([...(await index.known(scope)).keys()]).toEqual(['p4999']);
  });

  it('is sent no request that is much larger than eight megabytes', async () => {
    const { index } = openIndex(standIn);
    const heavy = '重'.repeat(1_000_000);
    await index.upsert(
      scope,
      Array.from({ length: 7 }, (_, i) => ({ id: `p${i}`, vector: east, payload: { heavy } })),
    );
    expect(standIn.requests.filter(({ points }) => points > 0).map(({ points }) => points)).toEqual([2, 2, 2, 1]);
  });

  it('is never searched, read or emptied without tenant and connection', async () => {
    const { index } = openIndex(standIn);
    await index.upsert(scope, [{ id: 'p', vector: east }]);
    await index.search(scope, east, { limit: 1, version: 'v', tags: { a: 'b' }, ids: ['p'] });
    await index.known(scope);
    await index.removeAll(scope);
    await index.removeAll(scope, { exceptVersion: 'v' });
    const filters = standIn.requests
      .map(({ body }) => (body as { filter?: { must: object[] } } | undefined)?.filter?.must ?? [])
      .filter(({ length }) => length > 0);
    expect(filters).toHaveLength(4);
    for (const must of filters)
      expect(must.slice(0, 2)).toEqual([
        { key: 'tenant', match: { value: 'acme' } },
        { key: 'connection', match: { value: 'shop' } },
      ]);
    expect(standIn.refused).toEqual([]);
  });

  it('has a valid name for any prefix, and different names for different prefixes', () => {
    const names = ['querent', 'q:1', 'q/1', 'q 1', '前', 'x'.repeat(500), `${'x'.repeat(500)}y`].map((prefix) =>
      collectionName({ prefix, purpose: 'tables', model: 'm', dimension: 3 }),
    );
    for (const each of names) expect(each).toMatch(/^[\w-]{1,100}$/);
    expect(new Set(names).size).toBe(names.length);
  });
});
