import fc from 'fast-check';
import { homeOf, joinPath, looksUp } from './join-graph';
import type { ModelJoin } from './semantic-model';

const join = (from: string, to: string): ModelJoin => ({
  from: { table: from, columns: [`${to}_id`] },
  to: { table: to, columns: ['id'] },
});
const SHOP = [
  join('orders', 'customers'),
  join('items', 'orders'),
  join('items', 'products'),
  join('refunds', 'items'),
];

describe('The join path between two tables', () => {
  it('is empty within a table', () => {
    expect(joinPath(SHOP, 'orders', 'orders')).toEqual({ found: true, steps: [] });
  });

  it('marks the steps that multiply rows', () => {
    const path = joinPath(SHOP, 'orders', 'products');
    expect(path.found && path.steps.map(({ to, fansOut }) => [to, fansOut])).toEqual([
      ['items', true],
      ['products', false],
    ]);
  });

  it('is a longer path of look-ups rather than a shorter one that multiplies rows', () => {
    const joins = [join('a', 'b'), join('b', 'c'), join('c', 'd'), join('x', 'a'), join('x', 'd')];
    const path = joinPath(joins, 'a', 'd');
    expect(path.found && path.steps.map(({ to }) => to)).toEqual(['b', 'c', 'd']);
  });

  it('is ambiguous if two paths have the same cost', () => {
    const joins = [
      join('orders', 'shops'),
      join('orders', 'customers'),
      join('shops', 'cities'),
      join('customers', 'cities'),
    ];
    expect(joinPath(joins, 'orders', 'cities')).toEqual({ found: false, reason: 'ambiguous' });
    expect(joinPath([...joins, join('orders', 'cities')], 'orders', 'cities')).toMatchObject({ found: true });
    expect(
      joinPath([join('a', 'b'), { ...join('a', 'b'), from: { table: 'a', columns: ['other_id'] } }], 'a', 'b'),
    ).toEqual({ found: false, reason: 'ambiguous' });
  });

  it('leads through rows that refer to both rather than through a common owner', () => {
    const joins = [join('shows', 'museums'), join('halls', 'museums'), join('uses', 'shows'), join('uses', 'halls')];
    const path = joinPath(joins, 'shows', 'halls');
    expect(path.found && path.steps.map(({ to }) => to)).toEqual(['uses', 'halls']);
  });

  it('only fans out if possible, even if rows that refer to both are nearer', () => {
    const joins = [join('pets', 'clients'), join('visits', 'pets'), join('bills', 'clients'), join('bills', 'visits')];
    for (const [from, to] of [
      ['clients', 'visits'],
      ['visits', 'clients'],
    ] as const) {
      const path = joinPath(joins, from, to);
      expect(path.found && path.steps.map((step) => step.to)).toEqual(['pets', to]);
    }
  });

  it('does not exist between unconnected tables, and ignores joins of a table to itself', () => {
    expect(joinPath(SHOP, 'orders', 'islands')).toEqual({ found: false, reason: 'unreachable' });
    expect(joinPath([join('staff', 'staff')], 'staff', 'teams')).toEqual({ found: false, reason: 'unreachable' });
  });

  it('does not depend on the order of the joins', () => {
    expect(joinPath(SHOP.toReversed(), 'customers', 'products')).toEqual(joinPath(SHOP, 'customers', 'products'));
  });
});

it('a table looks up another only from the many side to the one side', () => {
  expect(looksUp(SHOP, 'refunds', 'customers')).toBe(true);
  expect(looksUp(SHOP, 'customers', 'orders')).toBe(false);
});

it('the home of several tables is the one that refers to all others', () => {
  expect(homeOf(SHOP, ['customers', 'products', 'items'])).toBe('items');
  expect(homeOf(SHOP, ['customers', 'products'])).toBeUndefined();
});

it('every join path is found in a schema of thousands of connected tables', () => {
  const many = Array.from({ length: 9_000 }, (_, n) =>
    join(`t${n % 3_000}`, `t${(n < 3_000 ? n + 1 : n * 7 + 1) % 3_000}`),
  );
  const reached = Array.from({ length: 3_000 }, (_, n) => joinPath(many, 't0', `t${n}`));
  expect(reached.every((path) => path.found || path.reason === 'ambiguous')).toBe(true);
});

it('a join path is the cheapest of all, or ambiguous', () => {
  const names = ['a', 'b', 'c', 'd'];
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)), { maxLength: 7 }), (pairs) => {
      const joins = pairs.map(([from, to]) => join(from, to));
      const costs = waysOf(joins, 'a', 'd', ['a']).sort((x, y) => x - y);
      const path = joinPath(joins, 'a', 'd');
      if (!path.found) return expect(path.reason).toBe(costs.length === 0 ? 'unreachable' : 'ambiguous');
      expect(path.steps.reduce((sum, { fansOut }) => sum + (fansOut ? 1_000 : 1), 0)).toBe(costs[0]);
      expect(costs[1]).not.toBe(costs[0]);
    }),
  );
});

/** The cost of each path that visits no table twice. */
function waysOf(joins: readonly ModelJoin[], at: string, to: string, visited: string[]): number[] {
  if (at === to) return [0];
  const steps = joins
    .filter((join) => join.from.table !== join.to.table)
    .flatMap((join) => [
      [join.from.table, join.to.table, 1] as const,
      [join.to.table, join.from.table, 1_000] as const,
    ]);
  return steps
    .filter(([from, next]) => from === at && !visited.includes(next))
    .flatMap(([, next, cost]) => waysOf(joins, next, to, [...visited, next]).map((rest) => rest + cost));
}
