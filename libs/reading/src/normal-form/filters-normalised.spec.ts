import { withoutImplied } from './filters-normalised';
import { isOfAny } from '@querent/grammar';

const rows = { kind: 'exists', table: 'orders', filters: [], negated: false } as const;

it.each([
  ['requires some rows', { ...rows, filters: [] }, true],
  ['denies all rows', { ...rows, filters: [], negated: true }, false],
  ['requires a number of rows', { ...rows, filters: [], count: { op: '>=' as const, value: 2 } }, false],
  ['requires all rows', { ...rows, filters: [], all: true as const }, false],
])('a condition on related rows that %s is recognised', (_, filter, isAny) => {
  expect(isOfAny(filter)).toBe(isAny);
});

it('a condition on all related rows is kept beside one on some', () => {
  const all = { ...rows, filters: [], all: true as const };
  const some = { ...rows, filters: [], count: { op: '>=' as const, value: 2 } };
  expect(withoutImplied([all, some])).toContainEqual(all);
});
