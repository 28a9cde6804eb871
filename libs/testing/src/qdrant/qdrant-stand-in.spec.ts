import { type QdrantStandIn, startQdrantStandIn } from './qdrant-stand-in';

const vectors = { size: 2, distance: 'Cosine' };
const uuid = '0192e4a0-7c1f-8000-8000-000000000001';

interface Answer {
  status: number;
  text: string;
  body: { result?: unknown; status?: { error?: string } | string };
}

describe('startQdrantStandIn', () => {
  let standIn: QdrantStandIn;
  beforeEach(async () => {
    standIn = await startQdrantStandIn();
    await ask('PUT', '/collections/c', { vectors });
  });
  afterEach(() => standIn.stop());

  async function ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(standIn.url + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : {} };
  }
  const points = (...ids: unknown[]): object => ({
    points: ids.map((id, i) => ({ id, vector: [1, i], payload: { kind: i % 2 === 0 ? 'even' : 'odd' } })),
  });
  const POINTS = '/collections/c/points';

  it.each<[string, string, unknown, number, RegExp]>([
    ['PUT', '/collections/d', { vectors, hnsw: { m: 0 } }, 400, /hnsw/],
    ['PUT', '/collections/d', { vectors: { size: 2, distance: 'cosine' } }, 400, /distance/],
    ['PUT', '/collections/d', { vectors: { size: 0, distance: 'Cosine' } }, 422, /size/],
    ['PUT', '/collections/d', { vectors, hnsw_config: { m: '0' } }, 400, /hnsw_config\.m/],
    ['PUT', '/collections/d?wait=true', { vectors }, 400, /wait/],
    ['PUT', '/collections/d%2Fe', { vectors }, 422, /cannot contain/],
    ['PUT', '/collections/d%3A1', { vectors }, 422, /cannot contain/],
    ['PUT', `/collections/${'d'.repeat(256)}`, { vectors }, 422, /name/],
    ['PUT', '/collections/c', { vectors }, 409, /already exists/],
    ['PATCH', '/collections/c', { vectors }, 400, /vectors/],
    [
      'PUT',
      '/collections/c/index',
      { field_name: 'n', field_schema: { type: 'integer', is_tenant: true } },
      400,
      /is_tenant/,
    ],
    ['PUT', '/collections/c/index', { field_name: 'n', field_schema: 'string' }, 400, /field_schema/],
    ['PUT', POINTS, points('p1'), 400, /points\.0\.id/],
    ['PUT', POINTS, points(-1), 422, /points/],
    ['PUT', POINTS, { points: [{ id: 1, vector: [1, null] }] }, 400, /VectorStruct/],
    ['PUT', POINTS, { points: [{ id: 1, vector: [1, 2, 3] }] }, 400, /expected dim: 2, got 3/],
    ['PUT', POINTS, { points: [{ id: 1, vector: [1, 2], version: 1 }] }, 400, /version/],
    ['PUT', `${POINTS}?wait=1`, points(1), 400, /wait/],
    ['PUT', `${POINTS}?wait=true&wait=true`, points(1), 400, /duplicate/],
    ['POST', `${POINTS}/query`, { vector: [1, 0], limit: 1 }, 400, /query/],
    ['POST', `${POINTS}/query`, { query: [1, 0], limit: 0 }, 422, /limit/],
    [
      'POST',
      `${POINTS}/query`,
      { query: [1, 0], filter: { must: [{ key: 'kind', match: { value: 'odd' } }] } },
      400,
      /Index required but not found for "kind"/,
    ],
    ['POST', `${POINTS}/query`, { query: [1, 0], filter: { musty: [] } }, 400, /musty/],
    ['POST', `${POINTS}/query`, { query: [1, 0], filter: { must: [{ key: 'kind', value: 'odd' }] } }, 400, /must/],
    ['POST', `${POINTS}/scroll`, { limit: 1, with_vectors: true }, 400, /with_vectors/],
    ['POST', `${POINTS}/delete`, { points: [1], filter: {} }, 400, /JSON body/],
    ['POST', '/collections/nobody/points/scroll', { limit: 1 }, 404, /Collection `nobody` doesn't exist/],
    ['GET', '/collections/nobody', undefined, 404, /doesn't exist/],
    ['POST', `${POINTS}/search`, { vector: [1, 0], limit: 1 }, 404, /does not serve/],
    ['GET', '/collections/c/points', undefined, 404, /does not serve/],
  ])('refuses the Qdrant request %s %s with the body %j', async (method, path, body, status, why) => {
    const answer = await ask(method, path, body);
    expect(answer).toMatchObject({ status, body: { status: { error: expect.stringMatching(why) } } });
    expect(standIn.refused).toHaveLength([404, 409].includes(status) && !/does not serve/.test(answer.text) ? 0 : 1);
  });

  it('accepts only valid JSON with the content type of JSON', async () => {
    expect(await ask('PUT', '/collections/d', { vectors }, { 'content-type': 'text/plain' })).toMatchObject({
      status: 400,
      text: expect.stringContaining('Content type error'),
    });
    const response = await fetch(`${standIn.url}/collections/d`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"vectors":',
    });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('Format error in JSON body'),
    ]);
  });

  it('applies a change with wait=true immediately and other changes later', async () => {
    const count = async (): Promise<unknown> =>
      ((await ask('GET', '/collections/c')).body.result as { points_count: number }).points_count;
    expect((await ask('PUT', POINTS, points(1))).body.result).toMatchObject({ status: 'acknowledged' });
    expect(await count()).toBe(0);
    standIn.settle();
    expect(await count()).toBe(1);
    await ask('PUT', POINTS, points(2));
    expect((await ask('PUT', `${POINTS}?wait=true`, points(3))).body.result).toMatchObject({ status: 'completed' });
    expect(await count()).toBe(3);
  });

  it('searches exactly, returns scores above the threshold and filters by indexed fields', async () => {
    await ask('PUT', '/collections/c/index?wait=true', {
      field_name: 'kind',
      field_schema: { type: 'keyword', is_tenant: true },
    });
    await ask('PUT', `${POINTS}?wait=true`, points(7, uuid, uuid.replace(/1$/, '2').replaceAll('-', '').toUpperCase()));
    const found = async (more: object): Promise<unknown[]> => {
      const { body } = await ask('POST', `${POINTS}/query`, { query: [2, 0], limit: 9, ...more });
      return (body.result as { points: { id: unknown }[] }).points.map(({ id }) => id);
    };
    const other = uuid.replace(/1$/, '2');
    expect(await found({})).toEqual([7, uuid, other]);
    expect(await found({ score_threshold: 1 })).toEqual([]);
    expect(await found({ score_threshold: 0.99 })).toEqual([7]);
    expect(
      await found({ filter: { must: [{ key: 'kind', match: { value: 'even' } }], must_not: { has_id: [7] } } }),
    ).toEqual([other]);
    expect(await found({ filter: { should: [{ key: 'kind', match: { any: ['odd'] } }, { has_id: [7] }] } })).toEqual([
      7,
      uuid,
    ]);
    const { body } = await ask('POST', `${POINTS}/scroll`, {
      limit: 2,
      with_payload: { include: ['kind'] },
      with_vector: true,
    });
    expect(body.result).toEqual({
      points: [
        { id: 7, payload: { kind: 'even' }, vector: [1, 0] },
        { id: uuid, payload: { kind: 'odd' }, vector: expect.anything() },
      ],
      next_page_offset: other,
    });
  });

  it('requires the API key except on the endpoints that Qdrant leaves open', async () => {
    await standIn.stop();
    standIn = await startQdrantStandIn({ apiKey: 'k' });
    expect(await ask('GET', '/collections')).toMatchObject({
      status: 401,
      text: 'Must provide an API key or an Authorization bearer token',
    });
    expect(await ask('GET', '/collections', undefined, { 'api-key': 'wrong' })).toMatchObject({
      status: 401,
      text: 'Invalid API key or JWT',
    });
    expect(await ask('GET', '/collections', undefined, { 'api-key': 'k' })).toMatchObject({
      status: 200,
      body: { status: 'ok', result: { collections: [] } },
    });
    expect(await ask('GET', '/readyz')).toMatchObject({ status: 200, text: 'all shards are ready' });
    expect((await ask('GET', '/')).body).toMatchObject({ version: '1.17.0' });
  });

  it('refuses connections between stop and start, and keeps its collections', async () => {
    await standIn.stop();
    await expect(ask('GET', '/collections/c')).rejects.toThrow('fetch failed');
    await standIn.start();
    expect((await ask('GET', '/collections/c/exists')).body.result).toEqual({ exists: true });
  });
});
