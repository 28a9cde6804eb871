import { hasDirection } from './direction-words';

describe('the direction of a role', () => {
  it.each([
    ['from', 'origin city'],
    ['from', 'from_station'],
    ['from', 'payer'],
    ['from', '发货仓库'],
    ['to', 'destination'],
    ['to', 'to_account_id'],
    ['to', '收货地'],
  ] as const)('a role has the direction %s: %s', (direction, name) => {
    expect([hasDirection('from', name), hasDirection('to', name)]).toEqual([direction === 'from', direction === 'to']);
  });

  it.each(['manager', 'store', 'customer', '经理', 'home team'])('a role has no direction: %s', (name) => {
    expect([hasDirection('from', name), hasDirection('to', name)]).toEqual([false, false]);
  });
});
