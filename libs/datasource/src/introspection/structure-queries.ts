/**
 * Queries on the system catalogues for one schema ($1). They return only what this login may select, without objects of
 * an extension (`spatial_ref_sys`, `geometry_columns`), and of a partitioned table only the parent, unless only the
 * partition may be read.
 */
export const READ_SERVER = `
  SELECT pg_catalog.current_setting('server_version') AS version,
         EXISTS (SELECT 1 FROM pg_catalog.pg_extension WHERE extname = 'postgis') AS postgis`;

/**
 * The default zone of this login's sessions, whatever the current session uses, and its hours ahead of UTC in winter
 * and in summer. Besides names there are numbers of hours (ahead of UTC for SET, behind it for AT TIME ZONE) and POSIX
 * texts such as `<+08>-08`.
 */
export const READ_TIME_ZONE = `
  SELECT s.reset_val AS name, ${hoursAhead('2026-01-01')} AS winter, ${hoursAhead('2026-07-01')} AS summer
    FROM pg_catalog.pg_settings s
   WHERE s.name = 'TimeZone'`;

function hoursAhead(day: string): string {
  return `CASE WHEN s.reset_val ~ '^[-+]?[0-9]+([.][0-9]+)?$' THEN s.reset_val::float8
               ELSE (extract(epoch FROM (timestamptz '${day} 00:00+00' AT TIME ZONE s.reset_val) - timestamp '${day}') / 3600)::float8 END`;
}

/** Reads the server's zone files: 20 to 100 ms. */
export const READ_TIME_ZONES = 'SELECT z.name FROM pg_catalog.pg_timezone_names z ORDER BY 1';

const OWN_RELATIONS = `
  SELECT c.oid, c.relname, c.relkind, c.reltuples
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
     AND NOT (c.relispartition AND EXISTS (SELECT 1 FROM pg_catalog.pg_partition_ancestors(c.oid) AS a(whole)
                                            WHERE a.whole <> c.oid AND pg_catalog.has_any_column_privilege(a.whole, 'SELECT')))
     AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d
                      WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`;

/**
 * `is_indirect`: readability is known only by reading. `rows`: the server's estimate, which counts all tenants' rows,
 * and so 0 (unknown) if row security restricts this login.
 */
export const READ_RELATIONS = `
  SELECT r.relname AS name,
         CASE r.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized_view' ELSE 'table' END AS kind,
         pg_catalog.obj_description(r.oid, 'pg_class') AS comment,
         r.relkind IN ('v', 'f') AS is_indirect,
         CASE WHEN pg_catalog.row_security_active(r.oid) THEN 0 ELSE r.reltuples::float8 END AS rows
    FROM (${OWN_RELATIONS}) r
   ORDER BY 1`;

export const READ_COLUMNS = `
  SELECT r.relname AS relation, a.attname AS name, pg_catalog.format_type(a.atttypid, a.atttypmod) AS type,
         b.typname AS base_type, b.typcategory::text AS type_category, NOT a.attnotnull AS nullable,
         pg_catalog.col_description(r.oid, a.attnum) AS comment,
         (SELECT pg_catalog.array_agg(e.enumlabel::text ORDER BY e.enumsortorder) FROM pg_catalog.pg_enum e WHERE e.enumtypid = b.oid) AS labels
    FROM (${OWN_RELATIONS}) r
    JOIN pg_catalog.pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
    JOIN pg_catalog.pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
   WHERE pg_catalog.has_column_privilege(r.oid, a.attnum, 'SELECT')
   ORDER BY r.relname, a.attnum`;

const READABLE = (relation: string, columns: string): string =>
  `(SELECT pg_catalog.bool_and(pg_catalog.has_column_privilege(${relation}, k.attnum, 'SELECT')) FROM pg_catalog.unnest(${columns}) AS k(attnum))`;

/**
 * Primary and unique keys, from indexes, because a unique index equals a constraint. Only keys whose columns are all
 * readable.
 */
export const READ_KEYS = `
  SELECT r.relname AS relation, i.indisprimary AS is_primary,
         (SELECT pg_catalog.array_agg(a.attname::text ORDER BY k.n)
            FROM pg_catalog.unnest(i.indkey::int2[]) WITH ORDINALITY AS k(attnum, n)
            JOIN pg_catalog.pg_attribute a ON a.attrelid = r.oid AND a.attnum = k.attnum
           WHERE k.n <= i.indnkeyatts) AS columns
    FROM (${OWN_RELATIONS}) r
    JOIN pg_catalog.pg_index i ON i.indrelid = r.oid
   WHERE i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL
     AND ${READABLE('i.indrelid', '(i.indkey::int2[])[0:i.indnkeyatts - 1]')}
   ORDER BY r.relname, i.indexrelid`;

export const READ_FOREIGN_KEYS = `
  SELECT r.relname AS relation, target.relname AS to_table,
         (SELECT pg_catalog.array_agg(a.attname::text ORDER BY k.n) FROM pg_catalog.unnest(f.conkey) WITH ORDINALITY AS k(attnum, n)
            JOIN pg_catalog.pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.attnum) AS columns,
         (SELECT pg_catalog.array_agg(a.attname::text ORDER BY k.n) FROM pg_catalog.unnest(f.confkey) WITH ORDINALITY AS k(attnum, n)
            JOIN pg_catalog.pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.attnum) AS to_columns
    FROM (${OWN_RELATIONS}) r
    JOIN pg_catalog.pg_constraint f ON f.conrelid = r.oid AND f.contype = 'f'
    JOIN pg_catalog.pg_class target ON target.oid = f.confrelid
    JOIN pg_catalog.pg_namespace n ON n.oid = target.relnamespace AND n.nspname = $1
   WHERE ${READABLE('f.conrelid', 'f.conkey')} AND ${READABLE('f.confrelid', 'f.confkey')}
   ORDER BY r.relname, f.conname`;

/**
 * Names of user-defined functions on the search path ($1, schema names), including those added to PostgreSQL's own
 * schema: objects below 16384 came with the server.
 */
export const READ_OWN_FUNCTIONS = `
  SELECT DISTINCT p.proname AS name
    FROM pg_catalog.pg_proc p
    JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
   WHERE n.nspname = ANY ($1::text[] || 'pg_catalog'::text) AND p.oid >= 16384
     AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d
                      WHERE d.classid = 'pg_catalog.pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
   ORDER BY 1`;

/**
 * Symbols of user-defined operators on the search path that apply to values of built-in types: one side has such a type
 * and an untyped literal fits the other, or a type is preferred for untyped literals. An operator of user types alone
 * applies only if a column of the schema ($2) has such a type.
 */
export const READ_OWN_OPERATORS = `
  SELECT DISTINCT o.oprname AS name
    FROM pg_catalog.pg_operator o
    JOIN pg_catalog.pg_namespace n ON n.oid = o.oprnamespace
   WHERE n.nspname = ANY ($1::text[] || 'pg_catalog'::text) AND o.oid >= 16384
     AND (o.oprleft < 16384 OR o.oprright < 16384
          OR EXISTS (SELECT 1 FROM pg_catalog.pg_type t WHERE t.oid IN (o.oprleft, o.oprright) AND t.typispreferred)
          OR EXISTS (SELECT 1 FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid JOIN pg_catalog.pg_namespace s ON s.oid = c.relnamespace
                      WHERE s.nspname = $2 AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT a.attisdropped AND a.atttypid IN (o.oprleft, o.oprright)))
     AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d
                      WHERE d.classid = 'pg_catalog.pg_operator'::regclass AND d.objid = o.oid AND d.deptype = 'e')
   ORDER BY 1`;
