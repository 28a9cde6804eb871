import fc from 'fast-check';
import type { Filter, SemanticQuery } from '@querent/contracts';
import { by, count, query } from '../fixture/query-builder';
import { signatureOf } from './query-signature';

const column = fc.constantFrom('status', 'channel', 'amount').map((name) => ({ table: 'orders', column: name }));
const value = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom('app', 'web', '1'));
const day = fc.constantFrom('2025-01-01', '2025-02-01', null);
const leaf: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    kind: fc.constant('compare' as const),
    column,
    op: fc.constantFrom('=' as const, '!=' as const, '<' as const, '>=' as const),
    value,
  }),
  fc.record({
    kind: fc.constant('in' as const),
    column,
    values: fc.array(value, { minLength: 1, maxLength: 3 }),
    negated: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('between' as const),
    column,
    from: fc.integer({ min: 0, max: 4 }),
    to: fc.integer({ min: 5, max: 9 }),
    negated: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('null' as const), column, negated: fc.boolean() }),
  fc.record({
    kind: fc.constant('text' as const),
    column,
    match: fc.constantFrom('contains' as const, 'starts' as const),
    value: fc.string(),
    negated: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('time' as const),
    column,
    range: fc.record({ from: day, to: day, label: fc.string() }),
    negated: fc.boolean(),
  }),
);
const nested: fc.Arbitrary<Filter> = fc.oneof(
  leaf,
  fc.array(leaf, { minLength: 1, maxLength: 3 }).map((filters) => ({ kind: 'or' as const, filters })),
  fc.record({
    kind: fc.constant('exists' as const),
    table: fc.constantFrom('items', 'refunds'),
    filters: fc.array(leaf, { maxLength: 2 }),
    negated: fc.boolean(),
  }),
);
const filters = fc.array(nested, { maxLength: 4 });
const asked = (conditions: Filter[], more: Partial<SemanticQuery> = {}): string =>
  signatureOf(
    query('orders', { measures: [count('orders')], dimensions: [by('orders.status')], filters: conditions, ...more }),
  );

it('a signature is independent of the order and repetition of conditions, and of labels', () => {
  fc.assert(
    fc.property(filters, fc.nat(), (conditions, turn) => {
      const at = conditions.length === 0 ? 0 : turn % conditions.length;
      const turned = [...conditions.slice(at), ...conditions.slice(0, at)].reverse();
      expect(
        asked(
          [...turned, ...turned.slice(0, 1)].map((one) => ({
            ...one,
            note: 'said otherwise',
            span: { start: 0, end: 1, text: 'x' },
          })),
        ),
      ).toBe(asked(conditions));
    }),
  );
});

it('a signature differs with every negation, value and comparison', () => {
  fc.assert(
    fc.property(leaf, (one) => {
      const others: Filter[] =
        'negated' in one
          ? [{ ...one, negated: !one.negated }]
          : one.kind === 'compare'
            ? [
                { ...one, value: `${String(one.value)}.` },
                { ...one, op: one.op === '=' ? '!=' : '=' },
              ]
            : [];
      for (const other of others) expect(asked([other])).not.toBe(asked([one]));
    }),
  );
});

const status = { table: 'orders', column: 'status' };
const amount = { table: 'orders', column: 'amount' };

it.each<[string, Filter[], Filter[]]>([
  [
    'one of a single value and equality',
    [{ kind: 'in', column: status, values: ['a'], negated: false }],
    [{ kind: 'compare', column: status, op: '=', value: 'a' }],
  ],
  [
    'none of a single value and inequality',
    [{ kind: 'in', column: status, values: ['a'], negated: true }],
    [{ kind: 'compare', column: status, op: '!=', value: 'a' }],
  ],
  [
    'between and two bounds',
    [{ kind: 'between', column: amount, from: 1, to: 9, negated: false }],
    [
      { kind: 'compare', column: amount, op: '<=', value: 9 },
      { kind: 'compare', column: amount, op: '>=', value: 1 },
    ],
  ],
  [
    'a column after another and the other before it',
    [{ kind: 'compare_columns', column: amount, op: '>', other: status, by: { value: 5, unit: 'day' } }],
    [{ kind: 'compare_columns', column: status, op: '<', other: amount, by: { value: -5, unit: 'day' } }],
  ],
  [
    'equalities of one column joined by or, and membership',
    [
      {
        kind: 'or',
        filters: [
          { kind: 'compare', column: status, op: '=', value: 'b' },
          { kind: 'compare', column: status, op: '=', value: 'a' },
        ],
      },
    ],
    [{ kind: 'in', column: status, values: ['a', 'b'], negated: false }],
  ],
])('a signature is the same for %s', (_name, a, b) => {
  expect(asked(a)).toBe(asked(b));
});

it.each<[string, Filter[], Filter[]]>([
  [
    'what is not between and what is outside: missing values',
    [{ kind: 'between', column: amount, from: 1, to: 9, negated: true }],
    [
      {
        kind: 'or',
        filters: [
          { kind: 'compare', column: amount, op: '<', value: 1 },
          { kind: 'compare', column: amount, op: '>', value: 9 },
        ],
      },
    ],
  ],
  [
    'a column after another and before it',
    [{ kind: 'compare_columns', column: amount, op: '>', other: status }],
    [{ kind: 'compare_columns', column: status, op: '>', other: amount }],
  ],
  [
    'days and hours between two columns',
    [{ kind: 'compare_columns', column: amount, op: '>', other: status, by: { value: 5, unit: 'day' } }],
    [{ kind: 'compare_columns', column: amount, op: '>', other: status, by: { value: 5, unit: 'hour' } }],
  ],
  [
    'a number and its digits',
    [{ kind: 'compare', column: status, op: '=', value: 1 }],
    [{ kind: 'compare', column: status, op: '=', value: '1' }],
  ],
  [
    'an alternative of one branch and the branch: related rows tell them apart',
    [{ kind: 'or', filters: [{ kind: 'compare', column: status, op: '=', value: 'a' }] }],
    [{ kind: 'compare', column: status, op: '=', value: 'a' }],
  ],
  [
    'letters composed and not',
    [{ kind: 'compare', column: status, op: '=', value: 'é' }],
    [{ kind: 'compare', column: status, op: '=', value: 'e\u0301' }],
  ],
])('a signature differs for %s', (_name, a, b) => {
  expect(asked(a)).not.toBe(asked(b));
});

it.each<[string, Partial<SemanticQuery>]>([
  ['a limit', { limit: 3 }],
  ['a limit within groups', { limit: 3, limitPer: 0 }],
  ['an order', { order: [{ by: { kind: 'measure', index: 0 }, direction: 'asc' }] }],
  ['the other direction', { order: [{ by: { kind: 'measure', index: 0 }, direction: 'desc' }] }],
  [
    'an order by a length of time',
    { order: [{ by: { kind: 'column', column: status, since: { ...amount, unit: 'day' } }, direction: 'asc' }] },
  ],
  ['distinct rows', { distinct: true }],
  ['a grain', { dimensions: [by('orders.status', 'month')] }],
  ['another strategy', { strategy: 'coverage' }],
  ['another subject', { subject: { kind: 'entity', name: 'orders' } }],
])('a signature differs for %s', (_name, change) => {
  expect(asked([], change)).not.toBe(asked([]));
});
