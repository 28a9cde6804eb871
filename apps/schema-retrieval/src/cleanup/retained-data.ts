import type { ExactCache, SemanticCache } from '@querent/cache';
import { isAudienceRemoved, isConnectionRemoved, isTenantRemoved, type Catalog } from '@querent/catalog';
import type { VectorIndex, VectorScope } from '@querent/retrieval';
import type { Retained } from './remove-orphans';

type SweptIndex = Pick<VectorIndex, 'scopes' | 'removeAll'>;
type Configured = Pick<Catalog, 'connection' | 'isBroken' | 'isComplete' | 'tenants'>;

/**
 * Whether a scope is orphaned, by the purpose of its vectors. The scope's fields hold different ids for each purpose.
 */
const IS_ORPHAN = {
  questions: (catalog: Configured, { tenant, connection: audience }: VectorScope): boolean =>
    isTenantRemoved(catalog, tenant) || isAudienceRemoved(catalog, audience),
  tables: (catalog: Configured, { tenant: audience }: VectorScope): boolean => isAudienceRemoved(catalog, audience),
  samples: (catalog: Configured, { tenant, connection }: VectorScope): boolean =>
    isTenantRemoved(catalog, tenant) || isConnectionRemoved(catalog, connection),
};

export function retainedVectors(catalog: Configured, purpose: keyof typeof IS_ORPHAN, index: SweptIndex): Retained {
  return {
    what: `vectors of ${purpose}`,
    scopes: () => index.scopes(),
    isOrphan: (scope) => IS_ORPHAN[purpose](catalog, scope),
    remove: (scope) => index.removeAll(scope),
  };
}

/** The exact cache does not record tenants that share a login; their answers expire within `L1_TTL_MS`. */
export function retainedAnswers(catalog: Configured, cache: Pick<ExactCache, 'held' | 'forget'>): Retained {
  return {
    what: 'answers',
    scopes: async () => (await cache.held()).map((audience) => ({ tenant: '', connection: audience })),
    isOrphan: ({ connection: audience }) => isAudienceRemoved(catalog, audience),
    remove: ({ connection: audience }) => cache.forget(audience),
  };
}

export function retainedStatements(catalog: Configured, cache: Pick<SemanticCache, 'held' | 'forget'>): Retained {
  return {
    what: 'statements',
    scopes: async () => (await cache.held()).map(({ tenant, audience }) => ({ tenant, connection: audience })),
    isOrphan: ({ tenant, connection: audience }) =>
      isTenantRemoved(catalog, tenant) || isAudienceRemoved(catalog, audience),
    remove: ({ tenant, connection: audience }) => cache.forget({ tenant, audience }),
  };
}
