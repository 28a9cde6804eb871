import type { SchemaSnapshot, SnapshotTable } from '@querent/contracts';
import type { Datasource } from '../connection/datasource';
import { structureFingerprint } from './fingerprint';
import { readLeftOut } from './left-out';
import { readStructure } from './read-structure';
import { valueReader, type ValueOptions } from './read-values';

const DEFAULT_MAX_VALUES = 2_000;

/**
 * Reads the schema of a database for one login: structure, small vocabularies, date ranges. Objects that `tenant`'s
 * login may not select and rows that row security withholds are absent; so are objects that row security does not
 * protect, unless the connection shares them. Takes a few milliseconds per column; at most about 80 s in total,
 * whatever the size of the tables.
 *
 * @throws DatabaseFailure if the structure cannot be read; unreadable values are merely absent.
 */
export async function introspect(datasource: Datasource, options: Partial<ValueOptions> = {}): Promise<SchemaSnapshot> {
  const { tenant, valueIndexColumns = [], maxValues = DEFAULT_MAX_VALUES, isHidden, signal } = options;
  const leftOut = await readLeftOut(datasource, { tenant, signal });
  const hidden = new Set(
    leftOut.filter((one) => !one.isFunction && one.schema === datasource.schema).map(({ name }) => name),
  );
  const structure = await readStructure(datasource, { tenant, signal, hidden });
  const addValues = valueReader(datasource, { tenant, valueIndexColumns, maxValues, isHidden, signal });
  const tables: SnapshotTable[] = [];
  for (const table of structure.tables) tables.push(await addValues(table));
  return {
    connection: datasource.name,
    schema: datasource.schema,
    takenAt: new Date().toISOString(),
    serverVersion: structure.serverVersion,
    hasPostgis: structure.hasPostgis,
    fingerprint: structureFingerprint(structure.tables, structure.hasPostgis),
    tables,
    ownFunctions: structure.ownFunctions,
    ownOperators: structure.ownOperators,
    ...structure.zones,
    ...(tenant === undefined
      ? {}
      : {
          closedFunctions: [
            ...new Set(leftOut.filter(({ isFunction }) => isFunction).map(({ schema, name }) => `${schema}.${name}`)),
          ],
        }),
  };
}
