import { by, count, during, is, oneOf, query } from '../fixture/query-builder';
import { signatureOf } from './query-signature';

const base = query('orders', {
  measures: [count('orders')],
  dimensions: [by('orders.status')],
  filters: [is('orders.channel', 'app'), oneOf('orders.id', [1, 2])],
});

it('a signature is the same for the same meaning', () => {
  const same = query('orders', {
    measures: [{ ...count('orders'), label: 'other words', span: { start: 0, end: 2, text: 'xx' } }],
    dimensions: [{ ...by('orders.status'), label: '状态' }],
    filters: [{ ...oneOf('orders.id', [2, 1]), note: 'default' }, is('orders.channel', 'app')],
  });
  expect(signatureOf(same)).toBe(signatureOf(base));
});

it.each([
  ['another value', { filters: [is('orders.channel', 'web'), oneOf('orders.id', [1, 2])] }],
  ['another type of value', { filters: [is('orders.channel', 'app'), oneOf('orders.id', ['1', '2'])] }],
  ['a negation', { filters: [is('orders.channel', 'app'), oneOf('orders.id', [1, 2], true)] }],
  ['another period', { filters: [...base.filters, during('orders.at', '2025-01-01', null)] }],
  ['another order of columns', { measures: [count('items'), count('orders')] }],
  ['a limit', { limit: 5 }],
  [
    'a bound against the average',
    { having: [{ measure: count('orders'), op: '>' as const, value: 1, against: { fn: 'avg' as const } }] },
  ],
])('a signature differs for %s', (_name, change) => {
  expect(signatureOf({ ...base, ...change })).not.toBe(signatureOf(base));
});

it('a signature is independent of the order of compared rows, and differs with their number, kind and multiple', () => {
  const against = (fn: 'avg' | 'max', value: number, ...among: ReturnType<typeof is>[]) =>
    signatureOf({
      ...base,
      having: [{ measure: count('orders'), op: '>', value, against: { fn, ...(among.length > 0 && { among }) } }],
    });
  const [app, paid] = [is('orders.channel', 'app'), is('orders.status', 'paid')];
  expect(against('max', 1, app, paid)).toBe(against('max', 1, paid, app));
  expect(
    new Set([against('max', 1, app), against('max', 1, paid), against('max', 1), against('avg', 1), against('avg', 2)])
      .size,
  ).toBe(5);
});
