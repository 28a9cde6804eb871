import type { Audience, Catalog, Connection } from '@querent/catalog';
import type { SchemaSnapshot } from '@querent/contracts';
import { ownRowCounts, readWithheld, type Datasource } from '@querent/datasource';
import { realDatabases } from '../connections/database-access';
import { hiddenParts } from './hidden-parts';
import { indexedColumns } from './indexed-columns';

/** Distinct values kept of an indexed column, at most. */
const MAX_VALUES = 2_000;

/** What one audience's login sees of its connection's database. @throws DatabaseFailure */
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
  // Of a login that all share, a file may name nothing that it cannot read: there that is a mistake.
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
