import {
  audienceOf,
  type Catalog,
  type ModelRegistry,
  type RegisteredModel,
  type SnapshotStore,
} from '@querent/catalog';
import type { GuardCatalogue } from '@querent/sql';
import { guardCatalogueOf } from './guard-catalogue';

/**
 * What a tenant's statements may read: the guard's catalogue of each audience, built once per resolved model. Null
 * while it is not known.
 */
export function guardCatalogues(
  catalog: Pick<Catalog, 'connection'>,
  models: ModelRegistry,
  snapshots: SnapshotStore,
): (connection: string, tenant: string) => Promise<GuardCatalogue | null> {
  const built = new WeakMap<RegisteredModel, GuardCatalogue>();
  return async (name, tenant) => {
    const connection = catalog.connection(name);
    const registered = await models.model(name, tenant);
    if (connection === undefined || registered === null || registered.problems.length > 0) return null;
    const known = built.get(registered);
    if (known !== undefined) return known;
    const snapshot = await snapshots.get(audienceOf(connection, tenant));
    if (snapshot === null) return null;
    const catalogue = guardCatalogueOf(snapshot, registered.model);
    built.set(registered, catalogue);
    return catalogue;
  };
}

/** Functions of their own that statements on a connection may call. */
export const grantedFunctions =
  (catalog: Pick<Catalog, 'connection'>) =>
  (connection: string): readonly string[] =>
    catalog.connection(connection)?.functions ?? [];
