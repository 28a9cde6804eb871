import { mayAsk, type Catalog } from '@querent/catalog';

/** Whether the key of that name still is the tenant's and may ask the connection, now. */
export function isStillGranted(catalog: Pick<Catalog, 'connection' | 'keyNamed'>, { name, tenant }: { name: string; tenant: string }, connectionName: string): boolean {
  const connection = catalog.connection(connectionName);
  const key = catalog.keyNamed(name);
  return connection !== undefined && key !== null && key.tenant === tenant && mayAsk(key, connection);
}
