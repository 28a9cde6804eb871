import { hasExpired, type ApiKey, type Catalog } from '@querent/catalog';
import type { FindKey } from './authentication';

const REMEMBERED = 1_000;

/**
 * Cache over the catalog's key lookup: a valid token is hashed and compared once until the configuration changes. Only
 * keys that exist are cached, so guessing tokens gets no faster and cannot fill the cache.
 */
export function rememberedKeys(catalog: Pick<Catalog, 'findKey' | 'onChange'>): FindKey {
  const found = new Map<string, ApiKey>();
  catalog.onChange(() => found.clear());
  return (bearer) => {
    const known = found.get(bearer);
    if (known !== undefined && !hasExpired(known)) return known;
    found.delete(bearer);
    const key = catalog.findKey(bearer);
    if (key === null) return null;
    if (found.size >= REMEMBERED) found.clear();
    found.set(bearer, key);
    return key;
  };
}
