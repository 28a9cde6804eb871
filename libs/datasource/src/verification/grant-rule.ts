import type { RoleRule } from './role-rule';

/** The access list of an object kind, in SQL. */
export interface GrantSource {
  /** FROM and WHERE that select the objects. */
  objects: string;
  /**
   * The access list (`aclitem[]`) of one object; null counts as nothing granted, so use `acldefault` if PUBLIC has a
   * default.
   */
  acl: string;
  owner: string;
  /** Its quoted and qualified name. */
  name: string;
  /** The kind's keyword in GRANT: `TABLE`, `ROUTINE`. */
  kind: string;
  privileges: readonly string[];
}

type GrantRule = Omit<RoleRule, 'query'> & {
  /** CTEs before the query, each beginning with a comma. */
  before?: string;
  grants: GrantSource;
};

/**
 * A rule about privileges: who granted the login one of them on which objects, and the REVOKE that ends it at its
 * source. A superuser's REVOKE counts as the owner's, so grants of others are revoked as that grantor.
 */
export function grantRule({ grants, before = '', ...rule }: GrantRule): RoleRule {
  const { objects, acl, owner, name, kind, privileges } = grants;
  const wanted = privileges.map((privilege) => `'${privilege}'`).join(', ');
  const query = `${before}, granted AS (
      SELECT ${name} AS object, a.privilege_type AS privilege, a.is_grantable,
             CASE WHEN a.grantor <> ${owner} THEN pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(a.grantor)) END AS grantor,
             h.name AS holder, h.leave, h.via
        FROM (${objects}) o CROSS JOIN LATERAL pg_catalog.aclexplode(${acl}) a JOIN holders h ON h.role = a.grantee
       WHERE a.privilege_type IN (${wanted}) AND a.grantee <> ${owner}
    ), grouped AS (
      SELECT pg_catalog.array_agg(DISTINCT object ORDER BY object) AS subjects, via, leave, grantor,
             pg_catalog.string_agg(DISTINCT privilege, ', ') AS detail,
             'REVOKE ' || pg_catalog.string_agg(DISTINCT privilege, ', ') || ' ON ${kind} ' || pg_catalog.string_agg(DISTINCT object, ', ')
               || ' FROM ' || holder || CASE WHEN pg_catalog.bool_or(is_grantable) THEN ' CASCADE' ELSE '' END AS take
        FROM granted GROUP BY via, leave, grantor, holder
    )
    SELECT subjects, via, detail,
           CASE WHEN leave IS NOT NULL THEN ARRAY[leave] WHEN grantor IS NULL THEN ARRAY[take]
                ELSE ARRAY['SET ROLE ' || grantor, take, 'RESET ROLE'] END AS fix
      FROM grouped ORDER BY via, subjects`;
  return { ...rule, query };
}

/** A routine's name with the types of its arguments, the same under every search_path. */
export const ROUTINE_NAME = `(SELECT pg_catalog.format('%I.%I(%s)', o.nspname, o.proname,
    (SELECT pg_catalog.string_agg(pg_catalog.format('%I.%I', tn.nspname, t.typname), ', ' ORDER BY k.n)
       FROM pg_catalog.unnest(o.proargtypes::oid[]) WITH ORDINALITY AS k(type, n)
       JOIN pg_catalog.pg_type t ON t.oid = k.type JOIN pg_catalog.pg_namespace tn ON tn.oid = t.typnamespace)))`;

/** Routines in schemas that the login may use. */
export const CALLABLE_ROUTINES = `
  SELECT p.*, n.nspname FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
   WHERE pg_catalog.has_schema_privilege(n.oid, 'USAGE')`;

export const ROUTINE = {
  acl: `coalesce(o.proacl, pg_catalog.acldefault('f', o.proowner))`,
  owner: 'o.proowner',
  name: ROUTINE_NAME,
  kind: 'ROUTINE',
  privileges: ['EXECUTE'],
};

/** Relations with their own access list and, as further rows, those of their columns. */
export const RELATIONS_AND_COLUMNS = `
  SELECT c.oid, c.relkind, c.relowner, n.nspname, c.relname, c.relacl AS acl
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   UNION ALL
  SELECT c.oid, c.relkind, c.relowner, n.nspname, c.relname, a.attacl
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attacl IS NOT NULL AND NOT a.attisdropped`;

export const RELATION = {
  acl: 'o.acl',
  owner: 'o.relowner',
  name: `pg_catalog.format('%I.%I', o.nspname, o.relname)`,
  kind: 'TABLE',
};
