import type { SemanticModel } from '@querent/model';
import { audiencesOf } from '../audience';
import type { Catalog } from '../catalog';
import type { Connection } from '../files/connection-file';
import type { ModelRegistry } from './model-registry';

/** A connection and the tenant with whose login it is used; null: the shared login. */
export interface PreparedFor {
  connection: Connection;
  tenant: string | null;
}

/**
 * What each audience needs before its first question: its model, and what `prepare` builds for it. 'later' while the
 * schema has not been read; null if the connection cannot be asked.
 */
export function preparations<T>(
  catalog: Pick<Catalog, 'connections'>,
  models: Pick<ModelRegistry, 'availability'>,
  prepare: (model: SemanticModel, by: PreparedFor) => Promise<T>,
): { name: string; prepare(): Promise<T | null | 'later'> }[] {
  return catalog.connections().flatMap((connection) =>
    audiencesOf(connection).map(({ key, tenant }) => ({
      name: key,
      async prepare() {
        const availability = await models.availability(connection.name, tenant);
        if (availability?.state === 'preparing') return 'later';
        return availability?.model === undefined ? null : prepare(availability.model, { connection, tenant });
      },
    })),
  );
}
