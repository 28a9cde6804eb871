import { mayAsk, type ApiKey, type Catalog } from '@querent/catalog';

/** Whether the key of that name still is the tenant's, may still ask at all, and the connection, now. */
export function isStillGranted(
  catalog: Pick<Catalog, 'connection' | 'keyNamed'>,
  { name, tenant }: { name: string; tenant: string },
  connectionName: string,
): boolean {
  const connection = catalog.connection(connectionName);
  const key = catalog.keyNamed(name);
  return connection !== undefined && key !== null && key.tenant === tenant && mayQuery(key) && mayAsk(key, connection);
}

function mayQuery({ scopes }: Pick<ApiKey, 'scopes'>): boolean {
  return scopes.includes('query') || scopes.includes('admin');
}
