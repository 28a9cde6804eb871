import type { WithheldTable } from '@querent/contracts';
import type { Datasource } from '../connection/datasource';
import { runReadOnly } from '../execution/run-read-only';
import { columnCategoryOf } from './column-category';
import { readLeftOut } from './left-out';

/** Names are public in PostgreSQL's catalogues, whatever the privileges on the objects. */
const READ_WITHHELD = `
  SELECT c.relname::text, a.attname::text, pg_catalog.format_type(a.atttypid, a.atttypmod), b.typname::text, b.typcategory::text
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
    JOIN pg_catalog.pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
   WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND (NOT c.relispartition OR c.relname = ANY ($2::text[]))
     AND (NOT pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT') OR c.relname = ANY ($2::text[]))
     AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d
                      WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
   ORDER BY c.relname, a.attnum`;

/**
 * The existing tables and columns of the connection's schema that the login may not select, or that are left out for
 * it.
 * @throws DatabaseFailure
 */
export async function readWithheld(
  datasource: Datasource,
  { tenant, signal }: { tenant?: string; signal?: AbortSignal },
): Promise<WithheldTable[]> {
  const leftOut = (await readLeftOut(datasource, { tenant, signal })).filter(
    (one) => !one.isFunction && one.schema === datasource.schema,
  );
  const params = [datasource.schema, leftOut.map(({ name }) => name)];
  const { rows } = await runReadOnly(datasource, {
    sql: READ_WITHHELD,
    params,
    tenant,
    signal,
    maxRows: 200_000,
    maxBytes: 64_000_000,
    statementTimeoutMs: 20_000,
  });
  const tables = new Map<string, WithheldTable>();
  for (const [relation, name, type, baseType, typeCategory] of rows.map((row) => row.map(String))) {
    if (relation === undefined || name === undefined) continue;
    const table = tables.get(relation) ?? { name: relation, columns: [] };
    table.columns.push({ name, type: type ?? '', category: columnCategoryOf(baseType ?? '', typeCategory ?? '') });
    tables.set(relation, table);
  }
  return [...tables.values()];
}
