import { homeOf, joinPath, looksUp } from './join-graph';
import type { ModelJoin } from './semantic-model';

const join = (from: string, to: string): ModelJoin => ({ from: { table: from, columns: [`${to}_id`] }, to: { table: to, columns: ['id'] } });
const SHOP = [join('orders', 'customers'), join('items', 'orders'), join('items', 'products'), join('refunds', 'items')];

describe('the way between two tables', () => {
  it('is empty within a table', () => {
    expect(joinPath(SHOP, 'orders', 'orders')).toEqual({ found: true, steps: [] });
  });

  it('tells which steps multiply rows', () => {
    const path = joinPath(SHOP, 'orders', 'products');
    expect(path.found && path.steps.map(({ to, fansOut }) => [to, fansOut])).toEqual([['items', true], ['products', false]]);
  });

  it('prefers a longer way of lookups to a shorter one that multiplies', () => {
    const joins = [join('a', 'b'), join('b', 'c'), join('c', 'd'), join('x', 'a'), join('x', 'd')];
    const path = joinPath(joins, 'a', 'd');
    expect(path.found && path.steps.map(({ to }) => to)).toEqual(['b', 'c', 'd']);
  });

  it('is ambiguous when two ways are equally good', () => {
    const joins = [join('orders', 'shops'), join('orders', 'customers'), join('shops', 'cities'), join('customers', 'cities')];
    expect(joinPath(joins, 'orders', 'cities')).toEqual({ found: false, reason: 'ambiguous' });
    expect(joinPath([...joins, join('orders', 'cities')], 'orders', 'cities')).toMatchObject({ found: true });
    expect(joinPath([join('a', 'b'), { ...join('a', 'b'), from: { table: 'a', columns: ['other_id'] } }], 'a', 'b')).toEqual({ found: false, reason: 'ambiguous' });
  });

  it('does not exist between islands, and never walks a table into itself', () => {
    expect(joinPath(SHOP, 'orders', 'islands')).toEqual({ found: false, reason: 'unreachable' });
    expect(joinPath([join('staff', 'staff')], 'staff', 'teams')).toEqual({ found: false, reason: 'unreachable' });
  });

  it('does not depend on the order of the joins', () => {
    expect(joinPath(SHOP.toReversed(), 'customers', 'products')).toEqual(joinPath(SHOP, 'customers', 'products'));
  });
});

it('looks up along the many to one direction only', () => {
  expect(looksUp(SHOP, 'refunds', 'customers')).toBe(true);
  expect(looksUp(SHOP, 'customers', 'orders')).toBe(false);
});

it('finds the table from which all others are looked up', () => {
  expect(homeOf(SHOP, ['customers', 'products', 'items'])).toBe('items');
  expect(homeOf(SHOP, ['customers', 'products'])).toBeUndefined();
});
