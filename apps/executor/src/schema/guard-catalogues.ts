import {
  audienceOf,
  type Catalog,
  type ModelRegistry,
  type RegisteredModel,
  type SnapshotStore,
} from '@querent/catalog';
import type { SchemaSnapshot } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import type { GuardCatalogue } from '@querent/sql';

/**
 * Looks up the guard's catalogue of a tenant: the relations and columns that its statements may read. Built once for
 * each resolved model; null while the schema is unknown or the model has problems.
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

/** The database's own functions that a connection allows in statements. */
export const grantedFunctions =
  (catalog: Pick<Catalog, 'connection'>) =>
  (connection: string): readonly string[] =>
    catalog.connection(connection)?.functions ?? [];

/** The guard's catalogue of a snapshot: all that the login may read, with the parts that the model hides marked. */
export function guardCatalogueOf(snapshot: SchemaSnapshot, model: SemanticModel): GuardCatalogue {
  const searchPath = snapshot.schema === 'public' ? ['public'] : [snapshot.schema, 'public'];
  const relations = snapshot.tables.map((table) => {
    const known = model.tables[table.name];
    return {
      schema: snapshot.schema,
      name: table.name,
      kind: table.kind,
      hidden: known === undefined,
      columns: table.columns.map(({ name, type }) => ({ name, type, hidden: known?.columns[name] === undefined })),
    };
  });
  return {
    searchPath,
    relations,
    ownFunctions: snapshot.ownFunctions ?? [],
    ownOperators: snapshot.ownOperators ?? [],
    closedFunctions: snapshot.closedFunctions ?? [],
  };
}
