import { FUNCTIONS_TO_REVOKE, OUTWARD_EXTENSIONS } from '@querent/datasource';
import type { ClientBase } from 'pg';

export interface RelationFacts {
  name: string;
  kind: 'table' | 'view' | 'foreign';
  owner: string;
  hasTenantColumn: boolean;
  hasRowSecurity: boolean;
  /**
   * A view that would bypass the row security of the tables that it reads, after it is enabled for those with a tenant
   * column.
   */
  bypassesRowSecurity: boolean;
  /**
   * A foreign table, a materialized view, a view that runs with its owner's rights, or a view that reads one of these.
   * Querent serves it only if the connection lists it as `shared`.
   */
  isOutsideRowSecurity: boolean;
  /** Roles with a privilege on it, except its owner. */
  grantees: string[];
  /** Its policies with their comments. */
  policies: { name: string; comment: string | null }[];
}

/** The facts about a database that the statements depend on, read from its catalogues. */
export interface DatabaseFacts {
  database: string;
  relations: RelationFacts[];
  existingRoles: string[];
  /** Schemas in which PUBLIC may create objects. */
  openSchemas: string[];
  /** Routines that PUBLIC may but should not execute, with their argument types as REVOKE needs them. */
  openRoutines: string[];
}

/** Relations of the schema $1, without partitions and members of extensions; $2 is the tenant column or null. */
const READ_RELATIONS = `
  WITH RECURSIVE secured AS (
    SELECT c.oid FROM pg_catalog.pg_class c
     WHERE c.relrowsecurity
        OR c.relnamespace = (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = $1) AND c.relkind IN ('r', 'p')
           AND EXISTS (SELECT FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attname = $2 AND NOT a.attisdropped)
  ), reads AS (
    SELECT w.ev_class AS view, d.refobjid AS relation
      FROM pg_catalog.pg_rewrite w
      JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = w.oid AND d.refclassid = 'pg_catalog.pg_class'::regclass
     WHERE w.ev_type = '1' AND d.refobjid <> w.ev_class
  ), views AS (
    SELECT c.oid, NOT (c.relkind = 'v' AND coalesce((SELECT o.option_value::bool FROM pg_catalog.pg_options_to_table(c.reloptions) o WHERE o.option_name = 'security_invoker'), false)) AS is_owners
      FROM pg_catalog.pg_class c WHERE c.relkind IN ('v', 'm')
  ), chain AS (
    SELECT v.oid AS top, v.oid AS relation, v.is_owners FROM views v
    UNION
    SELECT h.top, r.relation, h.is_owners OR coalesce(v.is_owners, false)
      FROM chain h JOIN reads r ON r.view = h.relation LEFT JOIN views v ON v.oid = r.relation
  )
  SELECT c.relname::text AS name, CASE WHEN c.relkind IN ('v', 'm') THEN 'view' WHEN c.relkind = 'f' THEN 'foreign' ELSE 'table' END AS kind,
         pg_catalog.pg_get_userbyid(c.relowner)::text AS owner, c.relrowsecurity AS "hasRowSecurity",
         EXISTS (SELECT FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attname = $2 AND NOT a.attisdropped) AS "hasTenantColumn",
         EXISTS (SELECT FROM chain h WHERE h.top = c.oid AND h.is_owners AND h.relation IN (SELECT oid FROM secured)) AS "bypassesRowSecurity",
         c.relkind = 'f' OR EXISTS (SELECT FROM chain h WHERE h.top = c.oid AND h.is_owners) AS "isOutsideRowSecurity",
         ARRAY(SELECT DISTINCT pg_catalog.pg_get_userbyid(a.grantee)::text FROM pg_catalog.aclexplode(c.relacl) a WHERE a.grantee NOT IN (0, c.relowner)) AS grantees,
         (SELECT coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('name', p.polname, 'comment', pg_catalog.obj_description(p.oid, 'pg_policy'))), '[]')
            FROM pg_catalog.pg_policy p WHERE p.polrelid = c.oid) AS policies
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
     AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
   ORDER BY 1`;

/**
 * Routines in the schemas that the logins will be able to use ($1 and those open to PUBLIC): functions with side
 * effects in spite of READ ONLY ($2), functions of extensions that reach other servers ($3), and SECURITY DEFINER
 * routines.
 */
const READ_OPEN_ROUTINES = `
  SELECT pg_catalog.format('%I.%I(%s)', n.nspname, p.proname,
           (SELECT pg_catalog.string_agg(pg_catalog.format('%I.%I', tn.nspname, t.typname), ', ' ORDER BY k.n)
              FROM pg_catalog.unnest(p.proargtypes::oid[]) WITH ORDINALITY AS k(type, n)
              JOIN pg_catalog.pg_type t ON t.oid = k.type JOIN pg_catalog.pg_namespace tn ON tn.oid = t.typnamespace)) AS name
    FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
   WHERE EXISTS (SELECT FROM pg_catalog.aclexplode(coalesce(p.proacl, pg_catalog.acldefault('f', p.proowner))) a WHERE a.grantee = 0)
     AND (n.nspname = $1 OR EXISTS (SELECT FROM pg_catalog.aclexplode(n.nspacl) a WHERE a.grantee = 0 AND a.privilege_type = 'USAGE'))
     AND (n.nspname = 'pg_catalog' AND p.proname = ANY ($2)
          OR p.prosecdef AND p.prorettype NOT IN ('pg_catalog.trigger'::regtype, 'pg_catalog.event_trigger'::regtype)
          OR EXISTS (SELECT FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid AND e.extname = ANY ($3)
                      WHERE d.classid = 'pg_catalog.pg_proc'::regclass AND d.objid = p.oid AND d.refclassid = 'pg_catalog.pg_extension'::regclass AND d.deptype = 'e'))
   ORDER BY 1`;

const READ_OPEN_SCHEMAS = `
  SELECT n.nspname::text AS name FROM pg_catalog.pg_namespace n
   WHERE EXISTS (SELECT FROM pg_catalog.aclexplode(n.nspacl) a WHERE a.grantee = 0 AND a.privilege_type = 'CREATE') ORDER BY 1`;

/** Reads the facts in a READ ONLY transaction. */
export async function readDatabaseFacts(
  client: ClientBase,
  schema: string,
  tenantColumn: string | null,
): Promise<DatabaseFacts> {
  await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const names = async (sql: string, params: unknown[] = []): Promise<string[]> =>
      (await client.query<{ name: string }>(sql, params)).rows.map(({ name }) => name);
    const [database = ''] = await names('SELECT pg_catalog.current_database()::text AS name');
    return {
      database,
      relations: (await client.query<RelationFacts>(READ_RELATIONS, [schema, tenantColumn])).rows,
      existingRoles: await names('SELECT rolname::text AS name FROM pg_catalog.pg_roles'),
      openSchemas: await names(READ_OPEN_SCHEMAS),
      openRoutines: await names(READ_OPEN_ROUTINES, [schema, FUNCTIONS_TO_REVOKE, OUTWARD_EXTENSIONS]),
    };
  } finally {
    await client.query('ROLLBACK');
  }
}
