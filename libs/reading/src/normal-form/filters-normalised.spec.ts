import { withoutImplied } from './filters-normalised';
import { isOfAny } from '@querent/grammar';

const rows = { kind: 'exists', table: 'orders', filters: [], negated: false } as const;

it.each([
  ['that there are some', { ...rows, filters: [] }, true],
  ['that there are none', { ...rows, filters: [], negated: true }, false],
  ['how many there are', { ...rows, filters: [], count: { op: '>=' as const, value: 2 } }, false],
  ['that they are all', { ...rows, filters: [], all: true as const }, false],
])('a condition on related rows says %s', (_, filter, isAny) => {
  expect(isOfAny(filter)).toBe(isAny);
});

it('what all have in common is not left out where there are some', () => {
  const all = { ...rows, filters: [], all: true as const };
  const some = { ...rows, filters: [], count: { op: '>=' as const, value: 2 } };
  expect(withoutImplied([all, some])).toContainEqual(all);
});
