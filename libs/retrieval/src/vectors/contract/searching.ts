import { cosine } from '../../embedder/embedder';
import type { VectorHit } from '../vector-index';
import { east, EVERY, ids, north, northEast, nothing, point, scope, west } from './contract-points';
import { randomVectors } from './random-vectors';
import type { OpenIndex } from './store-under-test';

export function searchingContract(open: OpenIndex): void {
  describe('searching', () => {
    it('finds the best first, by cosine, with their payloads', async () => {
      const index = open();
      await index.upsert(scope, [
        point('n', north),
        point('w', west),
        point('e', east, { payload: { label: '东', rank: 1, sure: true, none: null } }),
        point('ne', northEast),
      ]);
      const hits = await index.search(scope, east, EVERY);
      expect(ids(hits)).toEqual(['e', 'ne', 'n', 'w']);
      [1, Math.SQRT1_2, 0, -1].forEach((score, i) => expect(hits[i]?.score).toBeCloseTo(score, 5));
      expect(hits[0]?.payload).toEqual({ label: '东', rank: 1, sure: true, none: null });
      expect(hits[1]?.payload).toEqual({});
    });

    it('returns at most the limit, and none below the minimum score', async () => {
      const index = open();
      await index.upsert(scope, [point('e', east), point('ne', northEast), point('n', north), point('w', west)]);
      expect(ids(await index.search(scope, east, { limit: 2 }))).toEqual(['e', 'ne']);
      expect(ids(await index.search(scope, east, { limit: 9, minScore: 0.7 }))).toEqual(['e', 'ne']);
      expect(ids(await index.search(scope, east, { limit: 9, minScore: 0.71 }))).toEqual(['e']);
      expect(await index.search(scope, east, { limit: 0 })).toEqual([]);
    });

    it('finds only points of the version, of all the tags, and of the ids asked for', async () => {
      const index = open();
      await index.upsert(scope, [
        point('a', east, { version: 'v1', tags: { agent: 'sales', kind: 'planned' } }),
        point('b', east, { version: 'v2', tags: { agent: 'sales', kind: 'words' } }),
        point('c', east, { tags: { agent: '' } }),
        point('d', east),
      ]);
      const found = async (search: object): Promise<string[]> =>
        ids(await index.search(scope, east, { limit: 9, ...search })).sort();
      expect(await found({})).toEqual(['a', 'b', 'c', 'd']);
      expect(await found({ version: 'v1' })).toEqual(['a']);
      expect(await found({ version: 'v3' })).toEqual([]);
      expect(await found({ tags: { agent: 'sales' } })).toEqual(['a', 'b']);
      expect(await found({ tags: { agent: 'sales', kind: 'words' } })).toEqual(['b']);
      expect(await found({ tags: { agent: '' } })).toEqual(['c']);
      expect(await found({ tags: { toString: 'x' } })).toEqual([]);
      expect(await found({ ids: ['d', 'a', 'a', 'unknown'] })).toEqual(['a', 'd']);
      expect(await found({ ids: [] })).toEqual([]);
      expect(await found({ ids: ['a', 'b'], version: 'v2', tags: { kind: 'words' } })).toEqual(['b']);
    });

    it('gives a vector of zeros no similarity to anything', async () => {
      const index = open();
      await index.upsert(scope, [point('zero', nothing), point('e', east)]);
      expect(ids(await index.search(scope, east, { limit: 9, minScore: 0.1 }))).toEqual(['e']);
      expect(await index.search(scope, nothing, { limit: 9, minScore: 0.1 })).toEqual([]);
      for (const { score } of await index.search(scope, nothing, EVERY)) expect(score).toBe(0);
    });

    it('scores two thousand points of usual width as plain multiplication does', async () => {
      const wide = { model: 'contract-wide', dimension: 64 };
      const index = open('tables', wide);
      const [query = nothing, ...vectors] = randomVectors(2_001, wide.dimension);
      await index.upsert(
        scope,
        vectors.map((vector, i) => point(`p${i}`, vector, { version: i % 2 === 0 ? 'even' : 'odd' })),
      );
      const exact = vectors
        .map((vector, i) => ({ id: `p${i}`, score: cosine(query, vector) }))
        .sort((a, b) => b.score - a.score);
      const close = (hits: readonly VectorHit[], expected: readonly { id: string; score: number }[]): void => {
        expect(ids(hits)).toEqual(expected.map(({ id }) => id));
        hits.forEach(({ score }, i) => expect(score).toBeCloseTo(expected[i]?.score ?? NaN, 4));
      };
      close(await index.search(scope, query, { limit: 50 }), exact.slice(0, 50));
      close(
        await index.search(scope, query, { limit: 20, version: 'odd' }),
        exact.filter(({ id }) => Number(id.slice(1)) % 2 === 1).slice(0, 20),
      );
      expect((await index.known(scope)).size).toBe(2_000);
    });
  });
}
