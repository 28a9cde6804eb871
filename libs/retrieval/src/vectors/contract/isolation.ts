import { ADVERSARIAL } from './awkward-scopes';
import { east, EVERY, ids, north, point, scope, small } from './contract-points';
import { unit } from './random-vectors';
import type { OpenIndex } from './store-under-test';

export function isolationContract(open: OpenIndex): void {
  describe('isolation', () => {
    it('never mixes tenants and connections, whatever their names', async () => {
      const index = open();
      for (const [i, whose] of ADVERSARIAL.entries())
        await index.upsert(whose, [point('same', east, { digest: `d${i}`, payload: { i } })]);
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

    it('finds nothing in an empty scope', async () => {
      const index = open();
      const emptyScope = { tenant: 'unused', connection: 'nowhere' };
      expect(await index.search(emptyScope, east, EVERY)).toEqual([]);
      expect(await index.known(emptyScope)).toEqual(new Map());
      await index.remove(emptyScope, ['p']);
      await index.removeAll(emptyScope, { exceptVersion: 'v' });
      expect(await index.search(emptyScope, east, EVERY)).toEqual([]);
    });

    it('never mixes purposes, nor the vectors of two models, of equal width or not', async () => {
      const [questions, samples] = [open('questions'), open('samples')];
      const [other, wider] = [
        open('questions', { ...small, model: 'contract-other' }),
        open('questions', { ...small, dimension: 5 }),
      ];
      await questions.upsert(scope, [point('p', east, { digest: 'one' })]);
      for (const index of [samples, other, wider]) expect(await index.known(scope)).toEqual(new Map());
      await other.upsert(scope, [point('p', north, { digest: 'two' })]);
      await wider.upsert(scope, [point('p', unit([0, 0, 0, 0, 1]))]);
      await other.removeAll(scope);
      expect([...(await questions.known(scope))]).toEqual([['p', 'one']]);
      expect(ids(await wider.search(scope, unit([0, 0, 0, 0, 1]), EVERY))).toEqual(['p']);
    });

    it('lists all scopes with points, whatever their number and names', async () => {
      const index = open('names');
      expect(await index.scopes()).toEqual([]);
      const many = [...ADVERSARIAL, ...Array.from({ length: 30 }, (_, i) => ({ tenant: 'acme', connection: `c${i}` }))];
      for (const whose of many) await index.upsert(whose, [point('same', east), point('other', north)]);
      const scopeKeys = async (): Promise<string[]> =>
        (await index.scopes()).map(({ tenant, connection }) => JSON.stringify([tenant, connection])).sort();
      expect(await scopeKeys()).toEqual(
        many.map(({ tenant, connection }) => JSON.stringify([tenant, connection])).sort(),
      );
      expect(await open('samples').scopes()).toEqual([]);
      for (const whose of many) await index.removeAll(whose);
      expect(await scopeKeys()).toEqual([]);
    });
  });
}
