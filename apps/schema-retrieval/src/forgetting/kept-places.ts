import type { ExactCache, SemanticCache } from '@querent/cache';
import { isAudienceRemoved, isConnectionRemoved, isTenantRemoved, type Catalog } from '@querent/catalog';
import type { VectorIndex, VectorScope } from '@querent/retrieval';
import type { Kept } from './forget-gone';

type Swept = Pick<VectorIndex, 'scopes' | 'removeAll'>;
type Configured = Pick<Catalog, 'connection' | 'isBroken' | 'tenants'>;

/** What stands for whom in the scopes of each purpose that vectors are kept for. */
const GONE = {
  questions: (catalog: Configured, { tenant, connection: audience }: VectorScope): boolean =>
    isTenantRemoved(catalog, tenant) || isAudienceRemoved(catalog, audience),
  tables: (catalog: Configured, { tenant: audience }: VectorScope): boolean => isAudienceRemoved(catalog, audience),
  samples: (catalog: Configured, { tenant, connection }: VectorScope): boolean =>
    isTenantRemoved(catalog, tenant) || isConnectionRemoved(catalog, connection),
};

export function keptVectors(catalog: Configured, purpose: keyof typeof GONE, index: Swept): Kept {
  return {
    what: `vectors of ${purpose}`,
    held: () => index.scopes(),
    isGone: (whose) => GONE[purpose](catalog, whose),
    forget: (whose) => index.removeAll(whose),
  };
}

/** The exact cache knows no tenants where they share a login; their answers end by themselves within `L1_TTL_MS`. */
export function keptAnswers(catalog: Configured, cache: Pick<ExactCache, 'held' | 'forget'>): Kept {
  return {
    what: 'answers',
    held: async () => (await cache.held()).map((audience) => ({ tenant: '', connection: audience })),
    isGone: ({ connection: audience }) => isAudienceRemoved(catalog, audience),
    forget: ({ connection: audience }) => cache.forget(audience),
  };
}

export function keptStatements(catalog: Configured, cache: Pick<SemanticCache, 'held' | 'forget'>): Kept {
  return {
    what: 'statements',
    held: async () => (await cache.held()).map(({ tenant, audience }) => ({ tenant, connection: audience })),
    isGone: ({ tenant, connection: audience }) =>
      isTenantRemoved(catalog, tenant) || isAudienceRemoved(catalog, audience),
    forget: ({ tenant, connection: audience }) => cache.forget({ tenant, audience }),
  };
}
