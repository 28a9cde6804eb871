import { cosine } from '../../embedder/embedder';
import type { VectorHit, VectorIndex, VectorPoint, VectorPurpose, VectorScope } from '../vector-index';
import { randomVectors, unit } from './random-vectors';

/** A store, started for one run of the contract. */
export interface VectorStoreUnderTest {
  /** An index as one more process would open it. */
  open(purpose: VectorPurpose, embedder: { model: string; dimension: number }): VectorIndex;
  stop(): Promise<void>;
}

const small = { model: 'contract-small', dimension: 4 };
const scope: VectorScope = { tenant: 'acme', connection: 'shop' };
const east = unit([1, 0, 0, 0]);
const northEast = unit([1, 1, 0, 0]);
const north = unit([0, 1, 0, 0]);
const west = unit([-1, 0, 0, 0]);
const nothing = new Float32Array(4);
const EVERY = { limit: 100 };

const ids = (hits: readonly VectorHit[]): string[] => hits.map(({ id }) => id);
const point = (id: string, vector: Float32Array, more: Partial<VectorPoint> = {}): VectorPoint => ({ id, vector, ...more });

/** Names that would be told apart badly by whoever joins them with a separator, or cut at a length. */
const ADVERSARIAL: readonly VectorScope[] = [
  { tenant: 'a', connection: 'b:c' },
  { tenant: 'a:b', connection: 'c' },
  { tenant: 'a}', connection: '{b' },
  { tenant: '{a', connection: 'b}' },
  { tenant: 'a/b', connection: 'c' },
  { tenant: 'a', connection: 'b/c' },
  { tenant: 'a%2Fb', connection: 'c' },
  { tenant: 'A', connection: 'b:c' },
  { tenant: '', connection: 'a' },
  { tenant: 'a', connection: '' },
  { tenant: '租户', connection: '连接' },
  { tenant: '租', connection: '户连接' },
  { tenant: 'x'.repeat(200), connection: 'y'.repeat(200) },
  { tenant: 'x'.repeat(200), connection: `${'y'.repeat(199)}z` },
  { tenant: '*', connection: '?' },
  { tenant: 'a"b', connection: "c'; DROP" },
  { tenant: 'a\n', connection: 'b\u0000c' },
  { tenant: '__proto__', connection: 'constructor' },
];

/**
 * What every implementation of the port does alike: run by each one's spec.
 *
 * @param start the store, empty; called once
 */
export function vectorIndexContract(name: string, start: () => Promise<VectorStoreUnderTest>): void {
  describe(`${name}, by the contract of the vector index`, () => {
    let store: VectorStoreUnderTest;
    let opened: VectorIndex[] = [];
    const open = (purpose: VectorPurpose = 'questions', embedder = small): VectorIndex => {
      const index = store.open(purpose, embedder);
      opened.push(index);
      return index;
    };
    beforeAll(async () => {
      store = await start();
    });
    afterEach(async () => {
      for (const index of opened) await index.removeAll(scope);
      await Promise.all(opened.map((index) => index.close()));
      opened = [];
    });
    afterAll(() => store.stop());

    describe('searching', () => {
      it('finds the best first, by cosine, with their payloads', async () => {
        const index = open();
        await index.upsert(scope, [point('n', north), point('w', west), point('e', east, { payload: { label: '东', rank: 1, sure: true, none: null } }), point('ne', northEast)]);
        const hits = await index.search(scope, east, EVERY);
        expect(ids(hits)).toEqual(['e', 'ne', 'n', 'w']);
        [1, Math.SQRT1_2, 0, -1].forEach((score, i) => expect(hits[i]?.score).toBeCloseTo(score, 5));
        expect(hits[0]?.payload).toEqual({ label: '东', rank: 1, sure: true, none: null });
        expect(hits[1]?.payload).toEqual({});
      });

      it('gives no more than the limit, and none that scores less than asked for', async () => {
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
        const found = async (search: object): Promise<string[]> => ids(await index.search(scope, east, { limit: 9, ...search })).sort();
        expect(await found({})).toEqual(['a', 'b', 'c', 'd']);
        expect(await found({ version: 'v1' })).toEqual(['a']);
        expect(await found({ version: 'v3' })).toEqual([]);
        expect(await found({ tags: { agent: 'sales' } })).toEqual(['a', 'b']);
        expect(await found({ tags: { agent: 'sales', kind: 'words' } })).toEqual(['b']);
        expect(await found({ tags: { agent: '' } })).toEqual(['c']);
        expect(await found({ tags: { toString: 'x' } })).toEqual([]);
        expect(await found({ ids: ['d', 'a', 'a', 'nobody'] })).toEqual(['a', 'd']);
        expect(await found({ ids: [] })).toEqual([]);
        expect(await found({ ids: ['a', 'b'], version: 'v2', tags: { kind: 'words' } })).toEqual(['b']);
      });

      it('likens nothing to a vector of zeros, and a vector of zeros to nothing', async () => {
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
        await index.upsert(scope, vectors.map((vector, i) => point(`p${i}`, vector, { version: i % 2 === 0 ? 'even' : 'odd' })));
        const exact = vectors.map((vector, i) => ({ id: `p${i}`, score: cosine(query, vector) })).sort((a, b) => b.score - a.score);
        const close = (hits: readonly VectorHit[], expected: readonly { id: string; score: number }[]): void => {
          expect(ids(hits)).toEqual(expected.map(({ id }) => id));
          hits.forEach(({ score }, i) => expect(score).toBeCloseTo(expected[i]?.score ?? NaN, 4));
        };
        close(await index.search(scope, query, { limit: 50 }), exact.slice(0, 50));
        close(await index.search(scope, query, { limit: 20, version: 'odd' }), exact.filter(({ id }) => Number(id.slice(1)) % 2 === 1).slice(0, 20));
        expect((await index.known(scope)).size).toBe(2_000);
      });
    });

    describe('changing', () => {
      it('replaces a point that is put again, with everything of it', async () => {
        const index = open();
        await index.upsert(scope, [point('p', east, { version: 'v1', digest: 'd1', tags: { kind: 'a' }, payload: { n: 1 } })]);
        await index.upsert(scope, [point('p', north)]);
        expect(await index.search(scope, north, EVERY)).toEqual([{ id: 'p', score: expect.closeTo(1, 5), payload: {} }]);
        expect(await index.search(scope, north, { limit: 9, version: 'v1' })).toEqual([]);
        expect(await index.search(scope, north, { limit: 9, tags: { kind: 'a' } })).toEqual([]);
        expect([...(await index.known(scope))]).toEqual([['p', '']]);
      });

      it('keeps the last of two points of one id that are put together', async () => {
        const index = open();
        await index.upsert(scope, [point('p', east, { digest: 'first' }), point('q', east), point('p', north, { digest: 'last' })]);
        expect(new Map(await index.known(scope))).toEqual(new Map([['p', 'last'], ['q', '']]));
        expect(ids(await index.search(scope, north, { limit: 1 }))).toEqual(['p']);
      });

      it('tells the digests of what it holds', async () => {
        const index = open();
        expect(await index.known(scope)).toEqual(new Map());
        await index.upsert(scope, [point('a', east, { digest: '摘要:1' }), point('b', nothing)]);
        expect(await index.known(scope)).toEqual(new Map([['a', '摘要:1'], ['b', '']]));
      });

      it('removes what it is told to, and nothing else', async () => {
        const index = open();
        await index.upsert(scope, [point('a', east), point('b', east), point('c', east)]);
        await index.remove(scope, ['b', 'nobody']);
        await index.remove(scope, []);
        expect(ids(await index.search(scope, east, EVERY)).sort()).toEqual(['a', 'c']);
        expect([...(await index.known(scope)).keys()].sort()).toEqual(['a', 'c']);
        await index.upsert(scope, [point('b', north)]);
        expect(ids(await index.search(scope, north, { limit: 1 }))).toEqual(['b']);
      });

      it('removes the points of other versions, or all, of the scope alone', async () => {
        const index = open();
        const other = { tenant: 'acme', connection: 'harbour' };
        await index.upsert(other, [point('x', east, { version: 'v1' })]);
        await index.upsert(scope, [point('old', east, { version: 'v1' }), point('new', east, { version: 'v2' }), point('none', east)]);
        await index.removeAll(scope, { exceptVersion: 'v2' });
        expect(ids(await index.search(scope, east, EVERY))).toEqual(['new']);
        await index.removeAll(scope);
        expect(await index.search(scope, east, EVERY)).toEqual([]);
        expect(await index.known(scope)).toEqual(new Map());
        expect(ids(await index.search(other, east, EVERY))).toEqual(['x']);
        await index.removeAll(other);
        await index.removeAll(other);
      });

      it('takes any id and any text', async () => {
        const index = open();
        const strange = ['', ' ', '表.列', 'a:b{c}', 'a\u0000b', '__proto__', 'toString', '😀', '0', '-1', 'x'.repeat(2_000)];
        await index.upsert(scope, strange.map((id) => point(id, east, { digest: id, tags: { '键 ': id }, payload: { '键': id } })));
        expect(new Map(await index.known(scope))).toEqual(new Map(strange.map((id) => [id, id])));
        for (const id of strange) expect(await index.search(scope, east, { limit: 99, tags: { '键 ': id } })).toEqual([{ id, score: expect.closeTo(1, 5), payload: { '键': id } }]);
        await index.remove(scope, strange);
        expect(await index.known(scope)).toEqual(new Map());
      });
    });

    describe('telling apart', () => {
      it('never mixes tenants and connections, whatever they are called', async () => {
        const index = open();
        for (const [i, whose] of ADVERSARIAL.entries()) await index.upsert(whose, [point('same', east, { digest: `d${i}`, payload: { i } })]);
        for (const [i, whose] of ADVERSARIAL.entries()) {
          expect((await index.search(whose, east, EVERY)).map(({ payload }) => payload)).toEqual([{ i }]);
          expect([...(await index.known(whose))]).toEqual([['same', `d${i}`]]);
        }
        for (const [i, whose] of ADVERSARIAL.entries()) {
          await index.removeAll(whose);
          const next = ADVERSARIAL[i + 1];
          if (next !== undefined) expect((await index.known(next)).size).toBe(1);
        }
      });

      it('finds nothing in a scope that nobody has put anything into', async () => {
        const index = open();
        const nobody = { tenant: 'nobody', connection: 'nowhere' };
        expect(await index.search(nobody, east, EVERY)).toEqual([]);
        expect(await index.known(nobody)).toEqual(new Map());
        await index.remove(nobody, ['p']);
        await index.removeAll(nobody, { exceptVersion: 'v' });
        expect(await index.search(nobody, east, EVERY)).toEqual([]);
      });

      it('never mixes purposes, nor the vectors of two models, of equal width or not', async () => {
        const [questions, samples] = [open('questions'), open('samples')];
        const [other, wider] = [open('questions', { ...small, model: 'contract-other' }), open('questions', { ...small, dimension: 5 })];
        await questions.upsert(scope, [point('p', east, { digest: 'one' })]);
        for (const index of [samples, other, wider]) expect(await index.known(scope)).toEqual(new Map());
        await other.upsert(scope, [point('p', north, { digest: 'two' })]);
        await wider.upsert(scope, [point('p', unit([0, 0, 0, 0, 1]))]);
        await other.removeAll(scope);
        expect([...(await questions.known(scope))]).toEqual([['p', 'one']]);
        expect(ids(await wider.search(scope, unit([0, 0, 0, 0, 1]), EVERY))).toEqual(['p']);
      });
    });

    it('tells for whom it holds anything, however many and whatever they are called', async () => {
      const index = open('names');
      expect(await index.scopes()).toEqual([]);
      const many = [...ADVERSARIAL, ...Array.from({ length: 30 }, (_, i) => ({ tenant: 'acme', connection: `c${i}` }))];
      for (const whose of many) await index.upsert(whose, [point('same', east), point('other', north)]);
      const told = async (): Promise<string[]> => (await index.scopes()).map(({ tenant, connection }) => JSON.stringify([tenant, connection])).sort();
      expect(await told()).toEqual(many.map(({ tenant, connection }) => JSON.stringify([tenant, connection])).sort());
      expect(await open('samples').scopes()).toEqual([]);
      for (const whose of many) await index.removeAll(whose);
      expect(await told()).toEqual([]);
    });

    describe('several processes', () => {
      it('find at once what another has put, replaced and removed', async () => {
        const [one, two] = [open(), open()];
        expect(await two.search(scope, east, EVERY)).toEqual([]);
        for (let round = 0; round < 10; round++) {
          await one.upsert(scope, [point('p', round % 2 === 0 ? east : north, { payload: { round } }), point(`q${round}`, west)]);
          const [best] = await two.search(scope, round % 2 === 0 ? east : north, { limit: 1 });
          expect([best?.id, best?.payload['round']]).toEqual(['p', round]);
          await two.remove(scope, [`q${round}`]);
          expect(ids(await one.search(scope, east, EVERY))).toEqual(['p']);
        }
        await two.removeAll(scope);
        expect(await one.search(scope, east, EVERY)).toEqual([]);
        await two.upsert(scope, [point('again', east)]);
        expect(ids(await one.search(scope, east, EVERY))).toEqual(['again']);
      });

      it('may write at once: nothing is lost', async () => {
        const indexes = [open(), open(), open()];
        const written = indexes.flatMap((index, who) => Array.from({ length: 20 }, (_, i) => index.upsert(scope, [point(`${who}-${i}`, east)])));
        const found = indexes.map((index) => index.search(scope, east, EVERY));
        await Promise.all([...written, ...found]);
        for (const index of indexes) expect(await index.search(scope, east, EVERY)).toHaveLength(60);
      });
    });

    describe('refusing', () => {
      it('says so where a vector has another width or holds no numbers, and puts nothing', async () => {
        const index = open();
        const wrong = [new Float32Array(3), new Float32Array(5), new Float32Array(0)];
        for (const vector of wrong) {
          await expect(index.upsert(scope, [point('good', east), point('bad', vector)])).rejects.toThrow(/dimension/);
          await expect(index.search(scope, vector, EVERY)).rejects.toThrow(/dimension/);
        }
        await expect(index.upsert(scope, [point('bad', new Float32Array([NaN, 0, 0, 0]))])).rejects.toThrow(/finite/);
        await expect(index.search(scope, new Float32Array([Infinity, 0, 0, 0]), EVERY)).rejects.toThrow(/finite/);
        expect(await index.known(scope)).toEqual(new Map());
      });

      it('rejects with the reason of an aborted signal, and does nothing then', async () => {
        const index = open();
        const aborted = AbortSignal.abort(new Error('enough'));
        await expect(index.upsert(scope, [point('p', east)], aborted)).rejects.toThrow('enough');
        await expect(index.search(scope, east, EVERY, aborted)).rejects.toThrow('enough');
        await expect(index.known(scope, aborted)).rejects.toThrow('enough');
        await expect(index.remove(scope, ['p'], aborted)).rejects.toThrow('enough');
        await expect(index.removeAll(scope, {}, aborted)).rejects.toThrow('enough');
        await expect(index.scopes(aborted)).rejects.toThrow('enough');
        expect(await index.known(scope)).toEqual(new Map());
      });

      it('stops waiting when it is aborted, and serves whoever else asked', async () => {
        const index = open();
        await index.upsert(scope, [point('p', east)]);
        const controller = new AbortController();
        const [given, kept] = [index.search(scope, east, EVERY, controller.signal), index.search(scope, east, EVERY)];
        controller.abort(new Error('enough'));
        await expect(given).rejects.toThrow('enough');
        expect(ids(await kept)).toEqual(['p']);
      });
    });
  });
}
