import type { VectorIndex, VectorScope } from '../vector-index';
import { ADVERSARIAL } from './awkward-scopes';
import { east, EVERY, ids, north, point, scope, small } from './contract-points';
import { unit } from './random-vectors';
import type { OpenIndex, VectorStoreUnderTest } from './store-under-test';

export function erasingContract(open: OpenIndex, store: () => VectorStoreUnderTest): void {
  describe('erasing', () => {
    const erasing = async (
      isMeant: (purpose: string, whose: VectorScope) => boolean,
      prefix?: string,
    ): Promise<number> => {
      const eraser = store().eraser(prefix);
      const erased = await eraser.erase(isMeant);
      await eraser.close();
      return erased;
    };
    const ofTenant =
      (name: string) =>
      (_: string, { tenant }: VectorScope): boolean =>
        tenant === name;

    it('erases vectors of every purpose and of former embedders, and keeps those of other tenants', async () => {
      const other = { tenant: 'zeta', connection: 'shop' };
      const indexes = [
        open('questions'),
        open('samples'),
        open('names'),
        open('tables', { ...small, model: 'former model' }),
        open('questions', { ...small, model: 'a:b{c}:d' }),
        open('questions', { ...small, dimension: 5 }),
      ];
      const vectorOf = (index: VectorIndex): Float32Array => (index === indexes[5] ? unit([1, 0, 0, 0, 0]) : east);
      for (const index of indexes)
        for (const whose of [scope, { ...scope, connection: 'hall' }, other])
          await index.upsert(whose, [point('p', vectorOf(index)), point('q', vectorOf(index))]);
      expect(await erasing(ofTenant('acme'))).toBe(12);
      for (const index of indexes) {
        expect(await index.search(scope, vectorOf(index), EVERY)).toEqual([]);
        expect([await index.known(scope), await index.scopes()]).toEqual([new Map(), [other]]);
        expect(ids(await index.search(other, vectorOf(index), EVERY)).sort()).toEqual(['p', 'q']);
      }
      expect(await erasing(ofTenant('acme'))).toBe(0);
      expect(await erasing(ofTenant('zeta'))).toBe(6);
    });

    it('distinguishes purposes', async () => {
      const [questions, tables] = [open('questions'), open('tables')];
      for (const index of [questions, tables]) await index.upsert(scope, [point('p', east)]);
      expect(await erasing((purpose) => purpose === 'tables')).toBe(1);
      expect([(await questions.known(scope)).size, (await tables.known(scope)).size]).toEqual([1, 0]);
    });

    it('erases a single scope, whatever its names', async () => {
      const index = open('names');
      for (const whose of ADVERSARIAL) await index.upsert(whose, [point('same', east)]);
      for (const [i, { tenant, connection }] of ADVERSARIAL.entries()) {
        expect(await erasing((_, whose) => whose.tenant === tenant && whose.connection === connection)).toBe(1);
        expect(await index.scopes()).toHaveLength(ADVERSARIAL.length - 1 - i);
      }
    });

    it('keeps vectors of another deployment, even if its prefix begins with ours or is similar', async () => {
      for (const prefix of ['querent-b', 'querent*', 'other', 'querent.b']) {
        const theirs = store().open('questions', small, prefix);
        await theirs.upsert(scope, [point('p', east)]);
        expect(await erasing(() => true)).toBe(0);
        if (prefix === 'querent.b') expect(await erasing(() => true, 'querent-b')).toBe(0);
        expect((await theirs.known(scope)).size).toBe(1);
        expect(await erasing(() => true, prefix)).toBe(1);
        await theirs.close();
      }
    });

    it('leaves a usable index: points added later are found', async () => {
      const [one, two] = [open(), open()];
      await one.upsert(scope, [point('p', east)]);
      expect(ids(await two.search(scope, east, EVERY))).toEqual(['p']);
      await erasing(ofTenant('acme'));
      expect(await two.search(scope, east, EVERY)).toEqual([]);
      await one.upsert(scope, [point('q', north)]);
      for (const index of [one, two]) expect(ids(await index.search(scope, north, EVERY))).toEqual(['q']);
    });
  });
}
