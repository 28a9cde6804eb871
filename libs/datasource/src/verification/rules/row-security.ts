import { grantRule, RELATION, RELATIONS_AND_COLUMNS } from '../grant-rule';
import type { RoleRule } from '../role-rule';

const isInvoker = (relation: string): string =>
  `coalesce((SELECT o.option_value::bool FROM pg_catalog.pg_options_to_table(${relation}.reloptions) o WHERE o.option_name = 'security_invoker'), false)`;

/**
 * Whether row security hides no row of a table from the login: a policy is `true`, and no restrictive one is anything
 * else.
 */
const showsEverything = (table: string): string => {
  const policies = (condition: string): string => `EXISTS (
      SELECT FROM pg_catalog.pg_policy p JOIN holders h ON h.role = ANY (p.polroles)
       WHERE p.polrelid = ${table} AND p.polcmd IN ('r', '*') AND ${condition})`;
  return `(${policies(`p.polpermissive AND pg_catalog.pg_get_expr(p.polqual, p.polrelid) = 'true'`)}
           AND NOT ${policies(`NOT p.polpermissive AND pg_catalog.pg_get_expr(p.polqual, p.polrelid) <> 'true'`)})`;
};

/**
 * `past (view)`: views that read a table with row security as another role, also through other views: `reader` is the
 * role that reads a relation, null for the caller. An owner reads more than the login if the owner bypasses row
 * security, or if the table has policies for named roles, which then are the owner's. A materialized view contains what
 * its owner once read.
 */
const VIEWS_PAST_ROW_SECURITY = `, reads AS (
    SELECT DISTINCT w.ev_class AS view, d.refobjid AS relation
      FROM pg_catalog.pg_rewrite w
      JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = w.oid AND d.refclassid = 'pg_catalog.pg_class'::regclass
     WHERE w.ev_type = '1' AND d.refobjid <> w.ev_class
  ), chain AS (
    SELECT c.oid AS top, c.oid AS relation, c.relkind = 'm' AS stored,
           CASE WHEN c.relkind = 'v' AND ${isInvoker('c')} THEN NULL ELSE c.relowner END AS reader
      FROM pg_catalog.pg_class c WHERE c.relkind IN ('v', 'm')
    UNION
    SELECT h.top, c.oid, h.stored OR c.relkind = 'm',
           CASE WHEN c.relkind NOT IN ('v', 'm') OR c.relkind = 'v' AND ${isInvoker('c')} THEN h.reader ELSE c.relowner END
      FROM chain h JOIN reads r ON r.view = h.relation JOIN pg_catalog.pg_class c ON c.oid = r.relation
  ), past AS (
    SELECT DISTINCT h.top AS view
      FROM chain h JOIN pg_catalog.pg_class t ON t.oid = h.relation AND t.relrowsecurity AND NOT ${showsEverything('t.oid')}
      LEFT JOIN pg_catalog.pg_roles o ON o.oid = h.reader
     WHERE h.stored
        OR o.rolsuper OR o.rolbypassrls
        OR (NOT t.relforcerowsecurity AND pg_catalog.pg_has_role(h.reader, t.relowner, 'USAGE'))
        OR (h.reader IS NOT NULL AND EXISTS (SELECT FROM pg_catalog.pg_policy p WHERE p.polrelid = t.oid AND p.polroles <> ARRAY[0::oid]))
  )`;

const views = grantRule({
  id: 'views_past_row_security',
  severity: 'warn',
  before: VIEWS_PAST_ROW_SECURITY,
  sentence:
    'The login may read the views {subjects}{via}, which read tables with row security as their owner and so show rows that row security withholds. From PostgreSQL 15 on, ALTER VIEW … SET (security_invoker = true) is another way to end it.',
  grants: {
    ...RELATION,
    objects: `SELECT * FROM (${RELATIONS_AND_COLUMNS}) c WHERE c.oid IN (SELECT view FROM past)`,
    privileges: ['SELECT'],
  },
});

const partitions = grantRule({
  id: 'partitions_past_row_security',
  severity: 'warn',
  before: `, descendants AS (
    SELECT i.inhrelid AS child, i.inhparent AS above FROM pg_catalog.pg_inherits i
    UNION SELECT i.inhrelid, d.above FROM pg_catalog.pg_inherits i JOIN descendants d ON d.child = i.inhparent
  )`,
  sentence:
    'The login may read {subjects}{via}, parts of tables with row security that have none of their own: row security of the whole does not bind who reads a part.',
  grants: {
    ...RELATION,
    objects: `SELECT o.* FROM (${RELATIONS_AND_COLUMNS}) o JOIN pg_catalog.pg_class c ON c.oid = o.oid AND NOT c.relrowsecurity
               WHERE EXISTS (SELECT FROM descendants d JOIN pg_catalog.pg_class t ON t.oid = d.above AND t.relrowsecurity WHERE d.child = c.oid)`,
    privileges: ['SELECT'],
  },
});

const SECURED_SCHEMAS = `SELECT t.relnamespace FROM pg_catalog.pg_class t WHERE t.relrowsecurity`;
const FORCED_SCHEMAS = `${SECURED_SCHEMAS} AND t.relforcerowsecurity`;

const foreignTables = grantRule({
  id: 'foreign_tables_past_row_security',
  severity: 'warn',
  sentence:
    'The login may read the foreign tables {subjects}{via} beside tables with row security; a foreign table cannot have any.',
  grants: {
    ...RELATION,
    objects: `SELECT o.* FROM (${RELATIONS_AND_COLUMNS}) o JOIN pg_catalog.pg_class c ON c.oid = o.oid AND c.relkind = 'f' AND NOT c.relispartition AND c.relnamespace IN (${SECURED_SCHEMAS})`,
    privileges: ['SELECT'],
  },
});

/**
 * A table that the login can read in a schema where others have row security, unless it belongs to an extension or is a
 * partition.
 */
const unsecuredTables: RoleRule = {
  id: 'tables_without_row_security',
  severity: 'warn',
  sentence:
    "The login reads every row of {subjects}, while other tables of the schema have row security. Once enabled, a table shows no row until a policy names them; where its rows are everybody's, a policy USING (true) says so.",
  query: `
    SELECT pg_catalog.array_agg(o.name ORDER BY o.name) AS subjects, '' AS via, '' AS detail,
           pg_catalog.array_agg('ALTER TABLE ' || o.name || ' ENABLE ROW LEVEL SECURITY' || o.force ORDER BY o.name) AS fix
      FROM (SELECT pg_catalog.format('%I.%I', n.nspname, c.relname) AS name,
                   CASE WHEN c.relnamespace IN (${FORCED_SCHEMAS}) THEN ', FORCE ROW LEVEL SECURITY' ELSE '' END AS force
              FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
             WHERE c.relkind IN ('r', 'p') AND NOT c.relrowsecurity AND NOT c.relispartition AND c.relnamespace IN (${SECURED_SCHEMAS})
               AND NOT EXISTS (SELECT FROM pg_catalog.pg_inherits i WHERE i.inhrelid = c.oid)
               AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
               AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')) o
    HAVING pg_catalog.count(*) > 0`,
};

const unforcedTables: RoleRule = {
  id: 'row_security_not_forced',
  severity: 'warn',
  sentence:
    'Row security of {subjects} does not bind the owner, and so not what reads as the owner, while it is forced on other tables of the schema.',
  query: `
    SELECT pg_catalog.array_agg(o.name ORDER BY o.name) AS subjects, '' AS via, '' AS detail,
           pg_catalog.array_agg('ALTER TABLE ' || o.name || ' FORCE ROW LEVEL SECURITY' ORDER BY o.name) AS fix
      FROM (SELECT pg_catalog.format('%I.%I', n.nspname, c.relname) AS name
              FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
             WHERE c.relrowsecurity AND NOT c.relforcerowsecurity AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
               AND c.relnamespace IN (${FORCED_SCHEMAS})) o
    HAVING pg_catalog.count(*) > 0`,
};

/**
 * `judged`: the policies that restrict the login's reading, and whether they read a setting, directly or in a function.
 */
const JUDGED_POLICIES = `, judged AS (
    SELECT p.polrelid, p.polpermissive, pg_catalog.format('%I ON %I.%I', p.polname, n.nspname, c.relname) AS name,
           pg_catalog.pg_get_expr(p.polqual, p.polrelid) ~* 'current_setting'
             OR EXISTS (SELECT FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_proc f ON f.oid = d.refobjid AND f.prosrc ~* 'current_setting'
                         WHERE d.classid = 'pg_catalog.pg_policy'::regclass AND d.objid = p.oid AND d.refclassid = 'pg_catalog.pg_proc'::regclass) AS on_setting
      FROM pg_catalog.pg_policy p JOIN pg_catalog.pg_class c ON c.oid = p.polrelid AND c.relrowsecurity
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE p.polcmd IN ('r', '*') AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT') AND EXISTS (SELECT FROM holders h WHERE h.role = ANY (p.polroles))
  )`;

/**
 * There is no generic fix: only people know which login belongs to which value. A restrictive policy that reads no
 * setting applies whatever the others allow.
 */
const policiesOnSettings: RoleRule = {
  id: 'policies_on_settings',
  severity: 'warn',
  sentence:
    'The policies {subjects} trust a setting, and a statement may change any setting while it runs. Write them for logins: CREATE POLICY … TO <login> USING (<column> = <value>), or compare with current_user.',
  query: `${JUDGED_POLICIES}
    SELECT pg_catalog.array_agg(j.name ORDER BY j.name) AS subjects, '' AS via, '' AS detail, ARRAY[]::text[] AS fix
      FROM judged j
     WHERE j.on_setting AND NOT EXISTS (SELECT FROM judged r WHERE r.polrelid = j.polrelid AND NOT r.polpermissive AND NOT r.on_setting)
    HAVING pg_catalog.count(*) > 0`,
};

export const rowSecurityRules: readonly RoleRule[] = [
  views,
  partitions,
  foreignTables,
  unsecuredTables,
  unforcedTables,
  policiesOnSettings,
];
