import type { ApiKey } from '@querent/catalog';
import { rememberedKeys } from './remembered-keys';

it('forgets every key when the configuration changes', () => {
  const keys = new Map<string, ApiKey>([['k', { name: 'a', tenant: 't', scopes: ['query'] }]]);
  let changed: () => void = () => undefined;
  let lookups = 0;
  const find = rememberedKeys({
    findKey: (bearer) => (lookups++, keys.get(bearer) ?? null),
    onChange: (listener) => {
      changed = listener;
      return () => undefined;
    },
  });
  expect([find('k')?.name, find('k')?.name, find('x'), find('x'), lookups]).toEqual(['a', 'a', null, null, 3]);
  keys.delete('k');
  changed();
  expect(find('k')).toBeNull();
});
