import { loginDigest, type Catalog, type ModelRegistry } from '@querent/catalog';

/**
 * What explored values are kept under: the model's version, and the login that is in force in this very moment. A model of the former
 * login may be known for a second longer than its pool is open. Null while there is no model.
 */
export function lookVersions(catalog: Pick<Catalog, 'connection'>, models: Pick<ModelRegistry, 'model'>): (connection: string, tenant: string) => Promise<string | null> {
  return async (name, tenant) => {
    const registered = await models.model(name, tenant);
    const connection = catalog.connection(name);
    if (registered === null || connection === undefined) return null;
    return `${registered.model.version}/${loginDigest(connection, connection.roles === undefined ? null : tenant) ?? ''}`;
  };
}
