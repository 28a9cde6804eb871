import { mayAsk, type ApiKey, type Catalog } from '@querent/catalog';

/** Whether the named key still belongs to the tenant, may still ask questions, and may still ask this connection. */
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
