import { createHash } from 'node:crypto';
import type { SnapshotTable } from '@querent/contracts';

/**
 * SHA-256 (hex) of the structure that models and cached plans depend on: names, types, comments and keys, in the order
 * of the snapshot. Row counts, stored values and date ranges are excluded, because they change on their own.
 */
export function structureFingerprint(tables: readonly SnapshotTable[], hasPostgis: boolean): string {
  const structure = tables.map(({ name, kind, comment, primaryKey, uniqueKeys, foreignKeys, columns }) => ({
    name,
    kind,
    comment,
    primaryKey,
    uniqueKeys,
    foreignKeys,
    columns: columns.map((column) => [
      column.name,
      column.type,
      column.nullable,
      column.comment,
      column.enumValues ?? null,
    ]),
  }));
  return createHash('sha256')
    .update(JSON.stringify([hasPostgis, structure]))
    .digest('hex');
}
