/**
 * What row security does not reach, for the login that asks: $1 the connection's schema, $2 names that the connection shares,
 * $3 the search path. Gives `schema, name, is_function, reason, readable, quoted, through`.
 *
 * - `own`: relations and functions that show rows which row security would withhold, by themselves.
 *   `owner`: a view that reads as its owner. `stored`: a materialized view. `foreign`: a foreign table. `bypassed`: row security is
 *   enabled and does not bind the login. `part`: read alone, a part is not bound by the policies of the whole. `whole`: read as a
 *   whole, parts are not bound by their own policies. `definer`: a function that runs with its owner's rights.
 * - `uses`: what a view or function reads or calls, as PostgreSQL has recorded it. Of a function's text nothing is recorded: there
 *   every word counts that is the name of something left out.
 * - `closed`: `own`, and what uses it, but for names that the connection shares.
 *
 * What came with the server (oid below 16384) is no table of anybody's.
 */
export const READ_LEFT_OUT = `
  WITH RECURSIVE invokers AS (
    SELECT c.oid FROM pg_catalog.pg_class c
     WHERE c.relkind = 'v' AND coalesce((SELECT o.option_value::bool FROM pg_catalog.pg_options_to_table(c.reloptions) o
                                          WHERE o.option_name = 'security_invoker'), false)
  ), relations AS (
    SELECT 'pg_catalog.pg_class'::regclass AS class, c.oid, n.nspname::text AS schema, c.relname::text AS name, c.relkind, c.relrowsecurity,
           n.nspname || '.' || c.relname = ANY ($2::text[]) OR n.nspname = $1 AND c.relname = ANY ($2::text[]) AS is_shared
      FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE c.oid >= 16384 AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
  ), functions AS (
    SELECT 'pg_catalog.pg_proc'::regclass AS class, p.oid, n.nspname::text AS schema, p.proname::text AS name, p.prosecdef, p.prosrc, l.lanname,
           n.nspname || '.' || p.proname = ANY ($2::text[]) OR n.nspname = ANY ($3::text[]) AND p.proname = ANY ($2::text[]) AS is_shared
      FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace JOIN pg_catalog.pg_language l ON l.oid = p.prolang
     WHERE p.oid >= 16384 AND p.prorettype NOT IN ('pg_catalog.trigger'::regtype, 'pg_catalog.event_trigger'::regtype)
  ), kin AS (
    SELECT i.inhrelid AS part, i.inhparent AS whole FROM pg_catalog.pg_inherits i
     UNION SELECT k.part, i.inhparent FROM kin k JOIN pg_catalog.pg_inherits i ON i.inhrelid = k.whole
  ), own AS (
    SELECT r.class, r.oid, r.schema, r.name,
           CASE WHEN r.relkind = 'm' THEN 'stored' WHEN r.relkind = 'f' THEN 'foreign'
                WHEN r.relkind = 'v' THEN CASE WHEN r.oid NOT IN (SELECT oid FROM invokers) THEN 'owner' END
                WHEN r.relrowsecurity THEN CASE WHEN NOT pg_catalog.row_security_active(r.oid) THEN 'bypassed' END
                WHEN EXISTS (SELECT FROM kin k JOIN pg_catalog.pg_class w ON w.oid = k.whole AND w.relrowsecurity WHERE k.part = r.oid) THEN 'part'
                WHEN EXISTS (SELECT FROM kin k JOIN pg_catalog.pg_class p ON p.oid = k.part AND p.relrowsecurity WHERE k.whole = r.oid) THEN 'whole'
           END AS reason
      FROM relations r WHERE NOT r.is_shared
     UNION ALL
    SELECT f.class, f.oid, f.schema, f.name, 'definer' FROM functions f WHERE f.prosecdef AND NOT f.is_shared
  ), owned AS (
    SELECT 'pg_catalog.pg_class'::regclass AS class, w.ev_class AS oid, d.refclassid, d.refobjid
      FROM pg_catalog.pg_rewrite w JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = w.oid
     WHERE w.ev_type = '1' AND d.refobjid <> w.ev_class
     UNION
    SELECT d.classid::regclass, d.objid, d.refclassid, d.refobjid FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_proc'::regclass
  ), uses AS (
    SELECT u.class, u.oid, u.refclassid::regclass AS used_class, u.refobjid AS used FROM owned u
     WHERE u.refclassid IN ('pg_catalog.pg_class'::regclass, 'pg_catalog.pg_proc'::regclass)
     UNION
    SELECT u.class, u.oid, 'pg_catalog.pg_proc'::regclass, o.oprcode FROM owned u
      JOIN pg_catalog.pg_operator o ON u.refclassid = 'pg_catalog.pg_operator'::regclass AND o.oid = u.refobjid
     UNION
    SELECT u.class, u.oid, 'pg_catalog.pg_proc'::regclass, f.code FROM owned u
      JOIN pg_catalog.pg_aggregate a ON u.refclassid = 'pg_catalog.pg_proc'::regclass AND a.aggfnoid = u.refobjid,
      LATERAL (VALUES (a.aggtransfn::oid), (a.aggfinalfn::oid)) AS f(code)
  ), texts AS (
    SELECT f.class, f.oid, ' ' || pg_catalog.regexp_replace(pg_catalog.lower(f.prosrc), '\\W+', ' ', 'g') || ' ' AS words
      FROM functions f WHERE NOT f.prosecdef AND f.lanname NOT IN ('c', 'internal')
  ), closed AS (
    SELECT o.class, o.oid, o.name FROM own o WHERE o.reason IS NOT NULL
     UNION
    SELECT n.class, n.oid, n.name
      FROM closed c CROSS JOIN LATERAL (
        SELECT u.class, u.oid FROM uses u WHERE u.used_class = c.class AND u.used = c.oid
         UNION ALL
        SELECT t.class, t.oid FROM texts t
         WHERE pg_catalog.strpos(t.words, ' ' || pg_catalog.regexp_replace(pg_catalog.lower(c.name), '\\W+', ' ', 'g') || ' ') > 0) AS user_of
      JOIN (SELECT class, oid, name FROM relations WHERE NOT is_shared UNION ALL SELECT class, oid, name FROM functions WHERE NOT is_shared) n
        ON n.class = user_of.class AND n.oid = user_of.oid
  )
  SELECT n.schema, n.name, n.is_function, coalesce(o.reason, 'through') AS reason, n.readable, pg_catalog.format('%I.%I', n.schema, n.name) AS quoted,
         (SELECT pg_catalog.string_agg(DISTINCT pg_catalog.format('%I', d.name), ', ')
            FROM uses u JOIN closed d ON d.class = u.used_class AND d.oid = u.used WHERE u.class = n.class AND u.oid = n.oid) AS through
    FROM (SELECT class, oid, schema, name, false AS is_function,
                 pg_catalog.has_schema_privilege(schema, 'USAGE') AND pg_catalog.has_any_column_privilege(oid, 'SELECT') AS readable FROM relations
           UNION ALL
          SELECT class, oid, schema, name, true, pg_catalog.has_schema_privilege(schema, 'USAGE') AND pg_catalog.has_function_privilege(oid, 'EXECUTE') FROM functions) n
    JOIN closed c ON c.class = n.class AND c.oid = n.oid
    LEFT JOIN own o ON o.class = n.class AND o.oid = n.oid
   ORDER BY n.is_function, n.schema, n.name`;

/** Names of a connection's `shared:` ($2) that are the name of nothing; $1 and $3 as above. */
export const READ_UNKNOWN_SHARED = `
  SELECT s.name FROM pg_catalog.unnest($2::text[]) AS s(name)
   WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND (n.nspname || '.' || c.relname = s.name OR n.nspname = $1 AND c.relname = s.name))
     AND NOT EXISTS (SELECT FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
                      WHERE n.nspname || '.' || p.proname = s.name OR n.nspname = ANY ($3::text[]) AND p.proname = s.name)
   ORDER BY 1`;
