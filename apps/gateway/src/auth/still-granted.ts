import { hasExpired, isTokenCaller, mayAsk, type ApiKey, type Catalog } from '@querent/catalog';

/**
 * Whether a caller may still ask this connection. An API key is looked up again: it must still belong to the tenant,
 * and may still ask questions. The rights of a token are those that it grants, until it expires.
 */
export function isStillGranted(
  catalog: Pick<Catalog, 'connection' | 'keyNamed'>,
  caller: ApiKey,
  connectionName: string,
): boolean {
  const connection = catalog.connection(connectionName);
  const key = isTokenCaller(caller.name) ? caller : catalog.keyNamed(caller.name);
  return (
    connection !== undefined &&
    key !== null &&
    key.tenant === caller.tenant &&
    !hasExpired(key) &&
    mayQuery(key) &&
    mayAsk(key, connection)
  );
}

function mayQuery({ scopes }: Pick<ApiKey, 'scopes'>): boolean {
  return scopes.includes('query') || scopes.includes('admin');
}
