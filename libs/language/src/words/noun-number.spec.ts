import { isPlural, plural, singular } from './noun-number';

describe('the number of an English noun', () => {
  it.each([
    ['order', 'orders'],
    ['city', 'cities'],
    ['day', 'days'],
    ['box', 'boxes'],
    ['class', 'classes'],
    ['branch', 'branches'],
    ['person', 'people'],
    ['child', 'children'],
    ['status', 'statuses'],
    ['staff', 'staff'],
    ['sales order', 'sales orders'],
    ['date of birth', 'dates of birth'],
    ['point of sale', 'points of sale'],
    ['VIP client', 'VIP clients'],
    ['Company', 'Companies'],
    ['PERSON', 'PEOPLE'],
    ['iPhone', 'iPhones'],
  ])('the plural of %s is %s, and back', (one, more) => {
    expect([plural(one), singular(more)]).toEqual([more, one]);
    expect([plural(more), singular(one)]).toEqual([more, one]);
  });

  it.each([
    ['revenue', false],
    ['sales', true],
    ['number of sales', false],
    ['average order value', false],
    ['points', true],
    ['status', false],
    ['客户', false],
  ])('%s is plural: %s', (name, several) => {
    expect(isPlural(name)).toBe(several);
  });

  it('does not change Chinese names and codes', () => {
    expect([plural('客户'), singular('客户'), plural('T_42')]).toEqual(['客户', '客户', 'T_42']);
  });
});
