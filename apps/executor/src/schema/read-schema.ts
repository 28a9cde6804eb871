import type { Audience, Catalog, Connection } from '@querent/catalog';
import type { SchemaSnapshot } from '@querent/contracts';
import { ownRowCounts, readWithheld, type Datasource } from '@querent/datasource';
import { realDatabases } from '../connections/database-access';
import { hiddenParts } from './hidden-parts';
import { indexedColumns } from './indexed-columns';

/** Most distinct values stored of an indexed column. */
const MAX_VALUES = 2_000;

/** The snapshot of the database as an audience's login sees it. @throws DatabaseFailure */
export async function readSchema(
  catalog: Pick<Catalog, 'modelFile'>,
  connection: Connection,
  datasource: Datasource,
  audience: Audience,
  signal: AbortSignal,
  introspect = realDatabases.introspect,
): Promise<SchemaSnapshot> {
  const { file } = catalog.modelFile(connection.name);
  const tenant = audience.tenant ?? undefined;
  const snapshot = await introspect(datasource, {
    tenant,
    valueIndexColumns: indexedColumns(file),
    isHidden: hiddenParts(file),
    maxValues: MAX_VALUES,
    signal,
  });
  // With a shared login, a model file that names unreadable parts is mistaken, so they need not be collected.
  if (tenant === undefined) return snapshot;
  const counts = await ownRowCounts(
    datasource,
    snapshot.tables.map(({ name }) => name),
    { tenant, signal },
  );
  const tables = snapshot.tables.map((table) => ({
    ...table,
    estimatedRows: counts.get(table.name) ?? table.estimatedRows,
  }));
  return { ...snapshot, tables, withheld: await readWithheld(datasource, { tenant, signal }) };
}
