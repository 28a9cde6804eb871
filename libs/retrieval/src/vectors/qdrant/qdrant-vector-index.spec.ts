import { randomUUID } from 'node:crypto';
import { startQdrantStandIn, type QdrantStandIn } from '@querent/testing';
import { vectorIndexContract } from '../contract/vector-index-contract';
import { VectorIndexUnavailable } from '../vector-index';
import { PATIENT } from './fixture/open-index';
import { collectionName } from './qdrant-collection';
import { qdrantVectorEraser } from './qdrant-vector-eraser';
import { qdrantVectorIndex } from './qdrant-vector-index';

vectorIndexContract('qdrant (the stand-in)', async () => {
  const standIn = await startQdrantStandIn();
  const warnings: string[] = [];
  return {
    open: (purpose, embedder, prefix = 'querent') =>
      qdrantVectorIndex({
        url: standIn.url,
        purpose,
        embedder,
        prefix,
        timing: PATIENT,
        warn: (_, message) => void warnings.push(message),
      }),
    eraser: (prefix = 'querent') => qdrantVectorEraser({ url: standIn.url, prefix, timing: PATIENT }),
    stop: async () => {
      await standIn.stop();
      expect({ warnings, refused: standIn.refused }).toEqual({ warnings: [], refused: [] });
    },
  };
});

/** A real server, e.g. QDRANT_URL=http://127.0.0.1:6333. Collections of other prefixes are not touched. */
const { QDRANT_URL: realUrl, QDRANT_API_KEY: apiKey } = process.env;
if (realUrl !== undefined)
  vectorIndexContract('the Qdrant of QDRANT_URL', async () => {
    const run = `test-${randomUUID().slice(0, 8)}`;
    const warnings: string[] = [];
    return {
      open: (purpose, embedder, prefix = 'querent') =>
        qdrantVectorIndex({
          url: realUrl,
          apiKey,
          purpose,
          embedder,
          prefix: `${run}-${prefix}`,
          timing: PATIENT,
          warn: (_, message) => void warnings.push(message),
        }),
      eraser: (prefix = 'querent') =>
        qdrantVectorEraser({ url: realUrl, apiKey, prefix: `${run}-${prefix}`, timing: PATIENT }),
      stop: async () => {
        await removeCollections(realUrl, run);
        expect(warnings).toEqual([]);
      },
    };
  });

async function removeCollections(url: string, run: string): Promise<void> {
  const headers = { ...(apiKey === undefined ? {} : { 'api-key': apiKey }) };
  const listed = (await (await fetch(`${url}/collections`, { headers })).json()) as {
    result: { collections: { name: string }[] };
  };
  for (const { name } of listed.result.collections.filter((collection) => collection.name.includes(run)))
    await fetch(`${url}/collections/${name}`, { method: 'DELETE', headers });
}

describe('erasing from a Qdrant', () => {
  const scope = { tenant: 'acme', connection: 'shop' };
  const point = { id: 'p', vector: Float32Array.of(1, 0) };
  const collection = '/collections/{collection_name}';

  it.each([
    ['is unavailable', (standIn: QdrantStandIn) => standIn.stop(), 'start'],
    [
      'fails when its collections are asked for',
      (standIn: QdrantStandIn) => standIn.fault({ kind: 'status', status: 500, route: 'GET /collections' }),
      'heal',
    ],
    [
      'fails at the removal',
      (standIn: QdrantStandIn) =>
        standIn.fault({ kind: 'status', status: 500, route: `POST ${collection}/points/delete` }),
      'heal',
    ],
  ] as const)('that %s is reported as failed, and succeeds on the next try', async (_, spoil, recover) => {
    const standIn = await startQdrantStandIn();
    const index = qdrantVectorIndex({
      url: standIn.url,
      purpose: 'questions',
      embedder: { model: 'm', dimension: 2 },
      prefix: 'querent',
      timing: PATIENT,
      warn: () => undefined,
    });
    await index.upsert(scope, [point]);
    const eraser = qdrantVectorEraser({ url: standIn.url, prefix: 'querent', timing: PATIENT });
    await spoil(standIn);
    await expect(eraser.erase(() => true)).rejects.toThrow(VectorIndexUnavailable);
    await standIn[recover]();
    expect(await eraser.erase(() => true)).toBe(1);
    expect(await index.scopes()).toEqual([]);
    await Promise.all([index.close(), eraser.close()]);
    await standIn.stop();
  });

  it('continues with the other collections if one cannot be read, and reports it', async () => {
    const standIn = await startQdrantStandIn();
    const opened = ['a', 'b', 'c'].map((model) =>
      qdrantVectorIndex({
        url: standIn.url,
        purpose: 'questions',
        embedder: { model, dimension: 2 },
        prefix: 'querent',
        timing: PATIENT,
        warn: () => undefined,
      }),
    );
    for (const index of opened) await index.upsert(scope, [point]);
    const names = ['a', 'b', 'c'].map((model) =>
      collectionName({ prefix: 'querent', purpose: 'questions', model, dimension: 2 }),
    );
    for (const [i, model] of ['a', 'b'].entries()) {
      const metadata = { querent: { schema: 2, purpose: 'questions', model, dimension: 2 } };
      await fetch(`${standIn.url}/collections/${names[i]}`, {
        method: 'PATCH',
        body: JSON.stringify({ metadata }),
        headers: { 'content-type': 'application/json' },
      });
    }
    const eraser = qdrantVectorEraser({ url: standIn.url, prefix: 'querent', timing: PATIENT });
    await expect(eraser.erase(() => true)).rejects.toThrow(/newer version/);
    expect(await Promise.all(opened.map((index) => index.scopes().catch((error: Error) => error.name)))).toEqual([
      [scope],
      [scope],
      [],
    ]);
    await Promise.all([...opened, eraser].map((each) => each.close()));
    await standIn.stop();
  });
});
