import type { SchemaSnapshot } from '@querent/contracts';
import type { ModelJoin } from '../semantic-model';

/** One join for every foreign key whose both ends are in the snapshot. */
export function deriveJoins(snapshot: SchemaSnapshot): ModelJoin[] {
  const known = new Set(snapshot.tables.map((table) => table.name));
  return snapshot.tables.flatMap((table) =>
    table.foreignKeys
      .filter((key) => known.has(key.toTable))
      .map((key) => ({ from: { table: table.name, columns: key.columns }, to: { table: key.toTable, columns: key.toColumns } })),
  );
}
