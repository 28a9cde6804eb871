import { OUTWARD_EXTENSIONS } from '../verification/dangerous-functions';

const listOf = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/**
 * Functions of PostgreSQL that run SQL from a text, whose reads are recorded nowhere; `ts_rewrite` does with two
 * arguments. The last one changes settings that policies may read.
 */
const RUN_A_TEXT = [
  'query_to_xml',
  'query_to_xmlschema',
  'query_to_xml_and_xmlschema',
  'cursor_to_xml',
  'cursor_to_xmlschema',
  'table_to_xml',
  'table_to_xmlschema',
  'table_to_xml_and_xmlschema',
  'schema_to_xml',
  'schema_to_xmlschema',
  'schema_to_xml_and_xmlschema',
  'database_to_xml',
  'database_to_xmlschema',
  'database_to_xml_and_xmlschema',
  'ts_stat',
  'ts_rewrite',
  'set_config',
];

/**
 * Relations of PostgreSQL with values from all tenants' rows: of materialized views, and of partitions whose parent has
 * the policies.
 */
const STATISTICS = ['pg_statistic', 'pg_stats', 'pg_statistic_ext_data', 'pg_stats_ext', 'pg_stats_ext_exprs'];

/** Patterns in a function's text: it changes the role or a setting that policies may read, or hides names. */
const CHANGES_OR_HIDES = '\\mset\\s+(local\\M|session\\M|role\\M|"?\\w+"?\\.)|u&"';
/** The same for the settings that a function is declared with. */
const DECLARED_WITH = '(^|[{,"])(role|session_authorization|\\w+\\.\\w+)=';

/** Functions of extensions that run SQL from a text. */
const EXTENSIONS_RUN_A_TEXT = '^(crosstab|connectby$|xpath_table$|_?pgr_)';

/**
 * EXECUTE of PL/pgSQL, unless it runs one constant, whose names are in the function's text. Comment lines do not count.
 */
const EXECUTES_A_TEXT = `pg_catalog.regexp_replace(f.prosrc, '^\\s*--.*$', '', 'gn') ~* '\\mexecute\\M(?!\\s*''([^'']|'''')*''\\s*(;|into\\M|using\\M|loop\\M))'`;

/** Replaces the characters between names with spaces, equally in every locale. */
const wordsOf = (text: string): string =>
  `' ' || pg_catalog.btrim(pg_catalog.regexp_replace(pg_catalog.lower(${text} COLLATE "C"), '[\\x01-/:-@[-^\`{-\\x7f]+', ' ', 'g')) || ' '`;

/**
 * CTEs over the objects that are not the server's own: `functions`, `relations`, `types` (all with class, oid, schema,
 * name) and
 *
 * - `unknown (class, oid)`: functions and views for which it is unknown whose rows they read: they run SQL from a text,
 * change the role or a setting, read the planner's statistics, or are in a language whose text is not parsed here.
 * - `uses (class, oid, used_class, used)`: objects that reading one may run or read, as recorded by PostgreSQL. A type
 * is used by objects with values of it, and uses the functions of its input and output, casts, operators, order and
 * checks. Of a cast or an operator with two such types the first counts, because without a value of it the cast does
 * not run. The planner may use an operator's commutator or negator instead. A cast of the server's own types, or their
 * order, may be used by everything.
 * - `leads`: the same, plus names in functions whose text is not recorded: an operator of the server's types by its
 * symbol, everything else by its name, with its schema unless that is on the search path ($3) or the function sets
 * another. An extension's functions that run SQL from a text do so internally for its own purposes: only objects
 * outside the extension use them by name.
 *
 * $1 is the connection's schema, $2 the shared names; objects of the server have an oid below 16384.
 */
export const USES_OF_OBJECTS = `
  relations AS (
    SELECT 'pg_catalog.pg_class'::regclass AS class, c.oid, n.nspname::text AS schema, c.relname::text AS name, c.relkind, c.relrowsecurity, c.reltype,
           n.nspname || '.' || c.relname = ANY ($2::text[]) OR n.nspname = $1 AND c.relname = ANY ($2::text[]) AS is_shared
      FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE c.oid >= 16384 AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
  ), functions AS (
    SELECT 'pg_catalog.pg_proc'::regclass AS class, p.oid, n.nspname::text AS schema, p.proname::text AS name, p.prosecdef, p.prosrc, l.lanname,
           coalesce(p.proargdefaults::text, '') || coalesce(pg_catalog.to_jsonb(p) ->> 'prosqlbody', '') AS tree,
           coalesce(p.proconfig::text, '') AS settings,
           (SELECT d.refobjid FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e') AS extension,
           n.nspname || '.' || p.proname = ANY ($2::text[]) OR n.nspname = ANY ($3::text[]) AND p.proname = ANY ($2::text[]) AS is_shared
      FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace JOIN pg_catalog.pg_language l ON l.oid = p.prolang
     WHERE p.oid >= 16384 AND p.prorettype NOT IN ('pg_catalog.trigger'::regtype, 'pg_catalog.event_trigger'::regtype)
  ), types AS (
    SELECT 'pg_catalog.pg_type'::regclass AS class, t.oid, n.nspname::text AS schema, t.typname::text AS name
      FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace WHERE t.oid >= 16384
  ), operators AS (
    SELECT 'pg_catalog.pg_operator'::regclass AS class, o.oid, n.nspname::text AS schema, o.oprname::text AS name, o.oprleft, o.oprright, o.oprcode, o.oprcom, o.oprnegate
      FROM pg_catalog.pg_operator o JOIN pg_catalog.pg_namespace n ON n.oid = o.oprnamespace WHERE o.oid >= 16384
  ), texts AS (
    SELECT f.class, f.oid, f.extension, f.settings || f.prosrc ~* 'search_path' AS sets_path, f.prosrc AS source, ${wordsOf('f.prosrc')} AS words FROM functions f WHERE NOT f.prosecdef AND f.lanname <> 'c'
  ), telling AS (
    SELECT ':(' || pg_catalog.string_agg(node, '|') || ') ' AS node
      FROM (SELECT 'funcid ' || p.oid AS node FROM pg_catalog.pg_proc p WHERE p.oid < 16384 AND p.proname IN (${listOf(RUN_A_TEXT)}) AND NOT (p.proname = 'ts_rewrite' AND p.pronargs = 3)
             UNION ALL SELECT 'relid ' || c.oid FROM pg_catalog.pg_class c WHERE c.oid < 16384 AND c.relname IN (${listOf(STATISTICS)})) AS nodes
  ), unknown AS (
    SELECT f.class, f.oid FROM functions f JOIN texts t ON t.oid = f.oid, telling
     WHERE f.lanname NOT IN ('sql', 'plpgsql', 'internal') OR f.tree ~ telling.node OR f.lanname = 'plpgsql' AND ${EXECUTES_A_TEXT}
        OR t.words ~ ' (${[...RUN_A_TEXT, ...STATISTICS].join('|')}) ' OR t.source ~* '${CHANGES_OR_HIDES}' OR f.settings ~* '${DECLARED_WITH}'
     UNION
    SELECT f.class, f.oid FROM functions f JOIN pg_catalog.pg_extension e ON e.oid = f.extension
     WHERE e.extname IN (${listOf(OUTWARD_EXTENSIONS)}) OR f.name ~ '${EXTENSIONS_RUN_A_TEXT}'
     UNION
    SELECT 'pg_catalog.pg_class'::regclass, w.ev_class FROM pg_catalog.pg_rewrite w, telling WHERE w.ev_class >= 16384 AND w.ev_type = '1' AND w.ev_action::text ~ telling.node
  ), own_parts (oid, part) AS (
    SELECT t.oid, p.part FROM pg_catalog.pg_type t, LATERAL (VALUES (t.typelem), (t.typbasetype)) AS p(part)
     UNION SELECT t.oid, a.atttypid FROM pg_catalog.pg_type t JOIN pg_catalog.pg_attribute a ON a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped
     UNION SELECT r.rngtypid, r.rngsubtype FROM pg_catalog.pg_range r
     UNION SELECT (pg_catalog.to_jsonb(r) ->> 'rngmultitypid')::oid, r.rngtypid FROM pg_catalog.pg_range r
  ), type_parts AS (
    SELECT o.oid, o.part FROM own_parts o WHERE o.part >= 16384
     UNION SELECT t.oid, o.part FROM type_parts t JOIN own_parts o ON o.oid = t.part AND o.part >= 16384
  ), type_functions AS (
    SELECT t.oid AS one, 0::oid AS other, f.code FROM pg_catalog.pg_type t,
           LATERAL (VALUES (t.typinput::oid), (t.typoutput::oid), (t.typreceive::oid), (t.typsend::oid), (t.typmodin::oid), (t.typmodout::oid)) AS f(code)
     UNION SELECT c.castsource, c.casttarget, c.castfunc FROM pg_catalog.pg_cast c
     UNION SELECT p.amproclefttype, p.amprocrighttype, p.amproc::oid FROM pg_catalog.pg_amproc p
             JOIN pg_catalog.pg_opfamily y ON y.oid = p.amprocfamily JOIN pg_catalog.pg_am m ON m.oid = y.opfmethod AND m.amname IN ('btree', 'hash')
     UNION SELECT r.rngtypid, 0, f.code FROM pg_catalog.pg_range r, LATERAL (VALUES (r.rngcanonical::oid), (r.rngsubdiff::oid)) AS f(code)
     UNION SELECT r.rngtypid, 0, p.amproc::oid FROM pg_catalog.pg_range r JOIN pg_catalog.pg_opclass o ON o.oid = r.rngsubopc JOIN pg_catalog.pg_amproc p ON p.amprocfamily = o.opcfamily
  ), owned AS (
    SELECT 'pg_catalog.pg_class'::regclass AS class, w.ev_class AS oid, d.refclassid, d.refobjid
      FROM pg_catalog.pg_rewrite w JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = w.oid
     WHERE w.ev_type = '1' AND d.refobjid <> w.ev_class
     UNION SELECT d.classid::regclass, d.objid, d.refclassid, d.refobjid FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_proc'::regclass
     UNION SELECT 'pg_catalog.pg_type'::regclass, k.contypid, d.refclassid, d.refobjid FROM pg_catalog.pg_constraint k
             JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_constraint'::regclass AND d.objid = k.oid WHERE k.contypid >= 16384 AND d.refobjid <> k.contypid
     UNION SELECT r.class, r.oid, 'pg_catalog.pg_type'::regclass, r.reltype FROM relations r
  ), uses AS (
    SELECT u.class, u.oid, u.refclassid::regclass AS used_class, u.refobjid AS used FROM owned u WHERE u.refobjid >= 16384
     UNION SELECT u.class, u.oid, u.refclassid::regclass, p.part FROM owned u JOIN type_parts p ON u.refclassid = 'pg_catalog.pg_type'::regclass AND p.oid = u.refobjid
     UNION SELECT 'pg_catalog.pg_type'::regclass, p.oid, 'pg_catalog.pg_type'::regclass, p.part FROM type_parts p
     UNION SELECT 'pg_catalog.pg_type'::regclass, CASE WHEN f.one >= 16384 THEN f.one ELSE f.other END, 'pg_catalog.pg_proc'::regclass, f.code
             FROM type_functions f WHERE f.code >= 16384 AND (f.one >= 16384 OR f.other >= 16384)
     UNION SELECT a.class, a.oid, 'pg_catalog.pg_proc'::regclass, f.code
             FROM type_functions f CROSS JOIN (SELECT class, oid FROM relations UNION ALL SELECT class, oid FROM functions) a WHERE f.code >= 16384 AND f.one < 16384 AND f.other < 16384
     UNION SELECT o.class, o.oid, 'pg_catalog.pg_proc'::regclass, o.oprcode::oid FROM operators o
     UNION SELECT o.class, o.oid, o.class, r.oid FROM operators o, LATERAL (VALUES (o.oprcom), (o.oprnegate)) AS r(oid) WHERE r.oid <> 0
     UNION SELECT 'pg_catalog.pg_type'::regclass, CASE WHEN o.oprleft >= 16384 THEN o.oprleft ELSE o.oprright END, o.class, o.oid FROM operators o WHERE o.oprleft >= 16384 OR o.oprright >= 16384
  ), names AS (
    SELECT n.*, pg_catalog.split_part(n.words, ' ', 2) AS first
      FROM (SELECT a.*, ${wordsOf('a.name')} AS words, a.schema <> ALL ($3::text[]) AS is_qualified, ${wordsOf(`(a.schema || '.' || a.name)`)} AS qualified
              FROM (SELECT class, oid, schema, name, NULL::oid AS extension FROM relations
                     UNION ALL SELECT f.class, f.oid, schema, name, CASE WHEN NOT f.prosecdef AND u.oid IS NOT NULL THEN extension END FROM functions f LEFT JOIN unknown u ON u.oid = f.oid
                     UNION ALL SELECT class, oid, schema, name, NULL FROM types) a) n
  ), leads AS (
    SELECT u.class, u.oid, u.used_class, u.used FROM uses u
     UNION SELECT t.class, t.oid, n.class, n.oid
             FROM texts t CROSS JOIN LATERAL (SELECT DISTINCT w.word FROM pg_catalog.unnest(pg_catalog.string_to_array(t.words, ' ')) AS w(word)) w
             JOIN names n ON n.first = w.word AND pg_catalog.strpos(t.words, CASE WHEN n.is_qualified AND NOT t.sets_path THEN n.qualified ELSE n.words END) > 0
            WHERE n.extension IS DISTINCT FROM t.extension OR n.extension IS NULL
     UNION SELECT t.class, t.oid, o.class, o.oid FROM texts t JOIN operators o ON o.oprleft < 16384 AND o.oprright < 16384 AND pg_catalog.strpos(t.source, o.name) > 0
  )`;
