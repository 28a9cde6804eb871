import type { VectorScope } from '../vector-index';

/** Scopes that collide if names are joined with a separator or cut at a length. */
export const ADVERSARIAL: readonly VectorScope[] = [
  { tenant: 'a', connection: 'b:c' },
  { tenant: 'a:b', connection: 'c' },
  { tenant: 'a}', connection: '{b' },
  { tenant: '{a', connection: 'b}' },
  { tenant: 'a/b', connection: 'c' },
  { tenant: 'a', connection: 'b/c' },
  { tenant: 'a%2Fb', connection: 'c' },
  { tenant: 'A', connection: 'b:c' },
  { tenant: '', connection: 'a' },
  { tenant: 'a', connection: '' },
  { tenant: '租户', connection: '连接' },
  { tenant: '租', connection: '户连接' },
  { tenant: 'x'.repeat(200), connection: 'y'.repeat(200) },
  { tenant: 'x'.repeat(200), connection: `${'y'.repeat(199)}z` },
  { tenant: '*', connection: '?' },
  { tenant: 'a"b', connection: "c'; DROP" },
  { tenant: 'a\n', connection: 'b\u0000c' },
  { tenant: '__proto__', connection: 'constructor' },
];
