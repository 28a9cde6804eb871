import type { Filter } from '@querent/contracts';
import { columnsInOption, conditionId } from './condition-id';

const city = { table: 'orders', column: 'city' };
const type = { table: 'customers', column: 'type' };
const is = (column: typeof city, value: string): Filter => ({ kind: 'compare', column, op: '=', value });
const within = (column: typeof city, ...values: string[]): Filter => ({ kind: 'in', column, values, negated: false });
type Exists = Extract<Filter, { kind: 'exists' }>;
const some = (...filters: Filter[]): Exists => ({ kind: 'exists', table: 'orders', filters, negated: false });

describe('columns whose stored values an option shows', () => {
  it.each<[string, Filter, string[]]>([
    ['a value', is(city, 'Oslo'), ['orders.city']],
    ['a value like a condition', is(city, 'A=B (customers.type=VIP)'), ['orders.city']],
    ['another value', { kind: 'compare', column: city, op: '!=', value: 'Oslo' }, ['orders.city']],
    ['several values', within(city, 'Oslo', 'New York'), ['orders.city']],
    ['other values', { kind: 'in', column: city, values: ['Oslo'], negated: true }, ['orders.city']],
    ['one of two columns', { kind: 'or', filters: [is(city, 'x'), is(type, 'x')] }, ['orders.city', 'customers.type']],
    ['other rows', some(is(city, 'Oslo')), ['orders.city']],
    ['no other rows', { ...some(is(city, 'x'), within(type, 'y')), negated: true }, ['orders.city', 'customers.type']],
    ['many other rows', { ...some(is(city, 'x')), count: { op: '>=', value: 3 } }, ['orders.city']],
    ['rows of other rows', some(some(is(city, 'x'), is(type, 'y'))), ['orders.city', 'customers.type']],
    ['a number', { kind: 'compare', column: city, op: '>', value: 5 }, []],
    ['a missing value', { kind: 'null', column: city, negated: false }, []],
  ])('are those of the condition on %s', (_, filter, columns) => {
    expect(columnsInOption(conditionId(filter))).toEqual(columns);
  });

  it('are those of each of several conditions', () => {
    const both = [is(type, 'VIP'), some(is(city, 'Oslo'))].map(conditionId).join(' & ');
    expect(columnsInOption(both)).toEqual(['customers.type', 'orders.city']);
  });

  it.each([
    ['value:orders.city=Oslo', ['orders.city']],
    ['order lines.ship to=Oslo', ['order lines.ship to']],
    ['attribute:orders.city', []],
    ['metric:revenue', []],
    ['none', []],
    ['days:30', []],
  ])('of the option %s are %j', (value, columns) => {
    expect(columnsInOption(value)).toEqual(columns);
  });
});
