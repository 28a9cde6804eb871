import type { ModelRegistry } from '@querent/catalog';
import type { Datasource } from '@querent/datasource';
import type { DatasourceRegistry } from '../connections/datasource-registry';

/**
 * What explored values are kept under: the model's version, and the login of the datasource that is looked at. A model
 * of the former login may be known for a second longer than its pool is open. Null while there is no model.
 */
export function lookVersions(
  datasources: Pick<DatasourceRegistry, 'loginOf'>,
  models: Pick<ModelRegistry, 'model'>,
): (connection: string, tenant: string, datasource: Datasource) => Promise<string | null> {
  return async (connection, tenant, datasource) => {
    const registered = await models.model(connection, tenant);
    return registered === null ? null : `${registered.model.version}/${datasources.loginOf(datasource, tenant) ?? ''}`;
  };
}
