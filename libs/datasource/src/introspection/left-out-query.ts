import { bilingual } from '@querent/language';
import { USES_OF_OBJECTS } from './uses-of-objects';

/**
 * Objects that row security does not protect, for the current login: $1 the connection's schema, $2 names that the
 * connection shares, $3 the search path. Returns `schema, name, is_function, reason, readable, quoted, through`.
 *
 * - `own`: relations and functions that themselves show rows which row security would withhold.
 * `owner`: a view that reads as its owner. `stored`: a materialized view. `foreign`: a foreign table. `bypassed`: row
 * security is enabled and does not bind the login. `part`: a partition read alone is not bound by the policies of its
 * parent. `whole`: read through the parent, partitions are not bound by their own policies, or are foreign tables.
 * `definer`: a function that runs with its owner's rights. `unknown`: a view or function for which it is unknown whose
 * rows it reads, for example because it runs SQL from a text.
 * - `closed`: `own`, and its dependents, except names that the connection shares. `named`: the closed objects that an
 * administrator can change, without types that merely contain such a type.
 *
 * `readable` is false also for objects of an extension, because an administrator does not change those.
 */
export const READ_LEFT_OUT = `
  WITH RECURSIVE invokers AS (
    SELECT c.oid FROM pg_catalog.pg_class c
     WHERE c.relkind = 'v' AND coalesce((SELECT o.option_value::bool FROM pg_catalog.pg_options_to_table(c.reloptions) o
                                          WHERE o.option_name = 'security_invoker'), false)
  ), ${USES_OF_OBJECTS}, kin AS (
    SELECT i.inhrelid AS part, i.inhparent AS whole FROM pg_catalog.pg_inherits i
     UNION SELECT k.part, i.inhparent FROM kin k JOIN pg_catalog.pg_inherits i ON i.inhrelid = k.whole
  ), own AS (
    SELECT r.class, r.oid, r.name,
           CASE WHEN r.relkind = 'm' THEN 'stored' WHEN r.relkind = 'f' THEN 'foreign'
                WHEN r.relkind = 'v' THEN CASE WHEN r.oid NOT IN (SELECT oid FROM invokers) THEN 'owner' WHEN (r.class, r.oid) IN (SELECT class, oid FROM unknown) THEN 'unknown' END
                WHEN r.relrowsecurity THEN CASE WHEN NOT pg_catalog.row_security_active(r.oid) THEN 'bypassed' END
                WHEN EXISTS (SELECT FROM kin k JOIN pg_catalog.pg_class w ON w.oid = k.whole AND w.relrowsecurity WHERE k.part = r.oid) THEN 'part'
                WHEN EXISTS (SELECT FROM kin k JOIN pg_catalog.pg_class p ON p.oid = k.part AND (p.relrowsecurity OR p.relkind = 'f') WHERE k.whole = r.oid) THEN 'whole'
           END AS reason
      FROM relations r WHERE NOT r.is_shared
     UNION ALL
    SELECT f.class, f.oid, f.name, CASE WHEN f.prosecdef THEN 'definer' WHEN (f.class, f.oid) IN (SELECT class, oid FROM unknown) THEN 'unknown' END
      FROM functions f WHERE NOT f.is_shared
  ), nodes AS (
    SELECT class, oid, name FROM relations WHERE NOT is_shared
     UNION ALL SELECT class, oid, name FROM functions WHERE NOT is_shared
     UNION ALL SELECT class, oid, name FROM types
     UNION ALL SELECT class, oid, name FROM operators
  ), closed AS (
    SELECT o.class, o.oid, o.name FROM own o WHERE o.reason IS NOT NULL
     UNION
    SELECT n.class, n.oid, n.name
      FROM closed c JOIN leads l ON l.used_class = c.class AND l.used = c.oid JOIN nodes n ON n.class = l.class AND n.oid = l.oid
  ), named AS (
    SELECT c.class, c.oid, pg_catalog.format(CASE WHEN c.class = 'pg_catalog.pg_type'::regclass THEN '${bilingual('the type {type}', { type: '%I' })}' ELSE '%I' END, c.name) AS called
      FROM closed c
     WHERE c.class <> 'pg_catalog.pg_type'::regclass
        OR (c.class, c.oid) IN (SELECT l.class, l.oid FROM leads l JOIN closed d ON d.class = l.used_class AND d.oid = l.used WHERE d.class <> l.class)
  ), ways AS (
    SELECT l.class, l.oid, pg_catalog.string_agg(DISTINCT d.called, ', ') AS through
      FROM leads l JOIN named d ON d.class = l.used_class AND d.oid = l.used WHERE (l.class, l.oid) <> (d.class, d.oid) GROUP BY l.class, l.oid
  )
  SELECT n.schema, n.name, n.is_function, coalesce(o.reason, 'through') AS reason,
         n.readable AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.classid = n.class AND d.objid = n.oid AND d.deptype = 'e') AS readable,
         pg_catalog.format('%I.%I', n.schema, n.name) AS quoted, w.through
    FROM (SELECT class, oid, schema, name, false AS is_function,
                 pg_catalog.has_schema_privilege(schema, 'USAGE') AND pg_catalog.has_any_column_privilege(oid, 'SELECT') AS readable FROM relations
           UNION ALL
          SELECT class, oid, schema, name, true, pg_catalog.has_schema_privilege(schema, 'USAGE') AND pg_catalog.has_function_privilege(oid, 'EXECUTE') FROM functions) n
    JOIN closed c ON c.class = n.class AND c.oid = n.oid
    LEFT JOIN own o ON o.class = n.class AND o.oid = n.oid
    LEFT JOIN ways w ON w.class = n.class AND w.oid = n.oid
   ORDER BY n.is_function, n.schema, n.name`;

/** Names of a connection's `shared:` ($2) that do not exist; $1 and $3 as above. */
export const READ_UNKNOWN_SHARED = `
  SELECT s.name FROM pg_catalog.unnest($2::text[]) AS s(name)
   WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND (n.nspname || '.' || c.relname = s.name OR n.nspname = $1 AND c.relname = s.name))
     AND NOT EXISTS (SELECT FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
                      WHERE n.nspname || '.' || p.proname = s.name OR n.nspname = ANY ($3::text[]) AND p.proname = s.name)
   ORDER BY 1`;
