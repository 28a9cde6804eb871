import { east, EVERY, ids, north, point, scope, west } from './contract-points';
import type { OpenIndex } from './store-under-test';

export function severalProcessesContract(open: OpenIndex): void {
  describe('several processes', () => {
    it('see at once what another process has added, replaced and removed', async () => {
      const [one, two] = [open(), open()];
      expect(await two.search(scope, east, EVERY)).toEqual([]);
      for (let round = 0; round < 10; round++) {
        await one.upsert(scope, [
          point('p', round % 2 === 0 ? east : north, { payload: { round } }),
          point(`q${round}`, west),
        ]);
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

    it('may write concurrently without losses', async () => {
      const indexes = [open(), open(), open()];
      const written = indexes.flatMap((index, who) =>
        Array.from({ length: 20 }, (_, i) => index.upsert(scope, [point(`${who}-${i}`, east)])),
      );
      const found = indexes.map((index) => index.search(scope, east, EVERY));
      await Promise.all([...written, ...found]);
      for (const index of indexes) expect(await index.search(scope, east, EVERY)).toHaveLength(60);
    });
  });
}
