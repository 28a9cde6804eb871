import { east, EVERY, ids, point, scope } from './contract-points';
import type { OpenIndex } from './store-under-test';

export function refusingContract(open: OpenIndex): void {
  describe('refusing', () => {
    it('rejects a vector of another dimension or without finite numbers, and writes nothing', async () => {
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

    it('stops waiting when aborted, and still serves other callers', async () => {
      const index = open();
      await index.upsert(scope, [point('p', east)]);
      const controller = new AbortController();
      const [given, kept] = [index.search(scope, east, EVERY, controller.signal), index.search(scope, east, EVERY)];
      controller.abort(new Error('enough'));
      await expect(given).rejects.toThrow('enough');
      expect(ids(await kept)).toEqual(['p']);
    });
  });
}
