import { east, EVERY, ids, north, nothing, point, scope } from './contract-points';
import type { OpenIndex } from './store-under-test';

export function changingContract(open: OpenIndex): void {
  describe('changing', () => {
    it('replaces a point with the same id completely', async () => {
      const index = open();
      await index.upsert(scope, [
        point('p', east, { version: 'v1', digest: 'd1', tags: { kind: 'a' }, payload: { n: 1 } }),
      ]);
      await index.upsert(scope, [point('p', north)]);
      expect(await index.search(scope, north, EVERY)).toEqual([{ id: 'p', score: expect.closeTo(1, 5), payload: {} }]);
      expect(await index.search(scope, north, { limit: 9, version: 'v1' })).toEqual([]);
      expect(await index.search(scope, north, { limit: 9, tags: { kind: 'a' } })).toEqual([]);
      expect([...(await index.known(scope))]).toEqual([['p', '']]);
    });

    it('keeps the last of two points with one id in a call', async () => {
      const index = open();
      await index.upsert(scope, [
        point('p', east, { digest: 'first' }),
        point('q', east),
        point('p', north, { digest: 'last' }),
      ]);
      expect(new Map(await index.known(scope))).toEqual(
        new Map([
          ['p', 'last'],
          ['q', ''],
        ]),
      );
      expect(ids(await index.search(scope, north, { limit: 1 }))).toEqual(['p']);
    });

    it('returns the digests of its points', async () => {
      const index = open();
      expect(await index.known(scope)).toEqual(new Map());
      await index.upsert(scope, [point('a', east, { digest: '摘要:1' }), point('b', nothing)]);
      expect(await index.known(scope)).toEqual(
        new Map([
          ['a', '摘要:1'],
          ['b', ''],
        ]),
      );
    });

    it('removes only the given points', async () => {
      const index = open();
      await index.upsert(scope, [point('a', east), point('b', east), point('c', east)]);
      await index.remove(scope, ['b', 'unknown']);
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
      await index.upsert(scope, [
        point('old', east, { version: 'v1' }),
        point('new', east, { version: 'v2' }),
        point('none', east),
      ]);
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
      const strange = [
        '',
        ' ',
        '表.列',
        'a:b{c}',
        'a\u0000b',
        '__proto__',
        'toString',
        '😀',
        '0',
        '-1',
        'x'.repeat(2_000),
      ];
      await index.upsert(
        scope,
        strange.map((id) => point(id, east, { digest: id, tags: { '键 ': id }, payload: { 键: id } })),
      );
      expect(new Map(await index.known(scope))).toEqual(new Map(strange.map((id) => [id, id])));
      for (const id of strange)
        expect(await index.search(scope, east, { limit: 99, tags: { '键 ': id } })).toEqual([
          { id, score: expect.closeTo(1, 5), payload: { 键: id } },
        ]);
      await index.remove(scope, strange);
      expect(await index.known(scope)).toEqual(new Map());
    });
  });
}
