import type { ModelRegistry, RegisteredModel, SnapshotStore } from '@querent/catalog';
import type { GuardCatalogue } from '@querent/sql';
import { guardCatalogueOf } from './guard-catalogue';

/** The guard's catalogue of each connection, built once per resolved model. */
export function guardCatalogues(models: ModelRegistry, snapshots: SnapshotStore): (connection: string) => Promise<GuardCatalogue | null> {
  const built = new WeakMap<RegisteredModel, GuardCatalogue>();
  return async (connection) => {
    const registered = await models.model(connection);
    if (registered === null || registered.problems.length > 0) return null;
    const known = built.get(registered);
    if (known !== undefined) return known;
    const snapshot = await snapshots.get(connection);
    if (snapshot === null) return null;
    const catalogue = guardCatalogueOf(snapshot, registered.model);
    built.set(registered, catalogue);
    return catalogue;
  };
}
