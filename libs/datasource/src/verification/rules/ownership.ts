import type { RoleRule } from '../role-rule';

/**
 * An owner has all rights on its objects, and row security does not bind it. The objects are reassigned to the
 * database's owner or, if that is the login itself, to the server's first superuser; the login keeps reading them.
 */
const ownedObjects: RoleRule = {
  id: 'owned_objects',
  severity: 'warn',
  sentence: 'The login owns {subjects}{via}: an owner may change and drop, and row security does not bind it.',
  query: `, heir AS (
      SELECT pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(CASE WHEN d.datdba IN (SELECT role FROM holders) THEN 10 ELSE d.datdba END)) AS name
        FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database()
    ), owned AS (
      SELECT s.classid, s.objid, h.name, h.leave, h.via FROM pg_catalog.pg_shdepend s JOIN holders h ON h.role = s.refobjid
       WHERE s.refclassid = 'pg_catalog.pg_authid'::regclass AND s.deptype = 'o'
         AND s.dbid IN (0, (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database()))
         AND s.classid NOT IN ('pg_catalog.pg_default_acl'::regclass, 'pg_catalog.pg_user_mapping'::regclass)
    ), kept AS (
      SELECT pg_catalog.format('GRANT SELECT ON TABLE %s TO %s', pg_catalog.string_agg(pg_catalog.format('%I.%I', n.nspname, c.relname), ', '), o.name) AS again
        FROM owned o JOIN pg_catalog.pg_class c ON c.oid = o.objid AND o.classid = 'pg_catalog.pg_class'::regclass AND c.relkind IN ('r', 'v', 'm', 'p', 'f')
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
       WHERE o.leave IS NULL GROUP BY o.name
      UNION ALL
      SELECT pg_catalog.format('GRANT USAGE ON SCHEMA %s TO %s', pg_catalog.string_agg(pg_catalog.quote_ident(n.nspname), ', '), o.name)
        FROM owned o JOIN pg_catalog.pg_namespace n ON n.oid = o.objid AND o.classid = 'pg_catalog.pg_namespace'::regclass
       WHERE o.leave IS NULL GROUP BY o.name
    )
    SELECT pg_catalog.array_agg(pg_catalog.upper(i.type) || ' ' || i.identity ORDER BY 1) AS subjects, o.via, '' AS detail,
           CASE WHEN o.leave IS NOT NULL THEN ARRAY[o.leave]
                ELSE ARRAY[pg_catalog.format('REASSIGN OWNED BY %s TO %s', o.name, (SELECT name FROM heir))] || ARRAY(SELECT again FROM kept) END AS fix
      FROM owned o CROSS JOIN LATERAL pg_catalog.pg_identify_object(o.classid, o.objid, 0) i GROUP BY o.name, o.leave, o.via`,
};

/** Only privileges beyond reading; PostgreSQL grants PUBLIC EXECUTE on every new function anyway. */
const futureObjects: RoleRule = {
  id: 'default_privileges',
  severity: 'warn',
  sentence: 'Objects that {subjects} will create give the login {detail}{via}.',
  query: `, granted AS (
      SELECT pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(d.defaclrole)) AS creator, n.nspname, d.defaclobjtype AS kind, a.privilege_type, h.*
        FROM pg_catalog.pg_default_acl d LEFT JOIN pg_catalog.pg_namespace n ON n.oid = d.defaclnamespace
       CROSS JOIN LATERAL pg_catalog.aclexplode(d.defaclacl) a JOIN holders h ON h.role = a.grantee
       WHERE a.grantee <> d.defaclrole
         AND CASE d.defaclobjtype WHEN 'r' THEN a.privilege_type <> 'SELECT' WHEN 'S' THEN a.privilege_type <> 'SELECT'
                                  WHEN 'n' THEN a.privilege_type <> 'USAGE' WHEN 'f' THEN a.grantee <> 0 ELSE false END
    )
    SELECT ARRAY[creator] AS subjects, via, pg_catalog.string_agg(privilege_type, ', ' ORDER BY privilege_type) AS detail,
           CASE WHEN leave IS NOT NULL THEN ARRAY[leave]
                ELSE ARRAY['ALTER DEFAULT PRIVILEGES FOR ROLE ' || creator || coalesce(' IN SCHEMA ' || pg_catalog.quote_ident(nspname), '')
                           || ' REVOKE ' || pg_catalog.string_agg(privilege_type, ', ' ORDER BY privilege_type) || ' ON '
                           || CASE kind WHEN 'r' THEN 'TABLES' WHEN 'S' THEN 'SEQUENCES' WHEN 'n' THEN 'SCHEMAS' ELSE 'FUNCTIONS' END || ' FROM ' || name] END AS fix
      FROM granted GROUP BY creator, nspname, kind, name, leave, via`,
};

export const ownershipRules: readonly RoleRule[] = [ownedObjects, futureObjects];
