import { bilingual, type PrivilegeText, type RuleSentence } from '@querent/language';
import type { FindingSeverity } from './role-report';

/**
 * One query on the system catalogues. `query` may name the relations of `ROLE_PRELUDE` and returns a row for each
 * finding: `subjects text[]` (affected objects), `via text` (source of the right, may be empty), `detail text` and `fix
 * text[]`.
 */
export interface RoleRule {
  id: string;
  severity: FindingSeverity;
  /** Sentence with the placeholders `{subjects}`, `{via}` and `{detail}`. */
  sentence: RuleSentence;
  /** The value of `{detail}` in all findings, in place of the query's. */
  detail?: PrivilegeText;
  query: string;
  /** First server version that has the catalogues, as in server_version_num. */
  since?: number;
}

/**
 * The common CTEs of all rules.
 * - `me`: the login.
 * - `memberships`: each role that the login is a direct member of, every inherited role, and the statement that ends
 * the membership.
 * - `holders`: roles whose privileges the login has: itself, PUBLIC (oid 0), and the roles of its memberships. `leave`
 * is the statement that ends a membership; null if the privilege itself has to be revoked. PostgreSQL's predefined
 * roles are excluded: separate rules cover them.
 *
 * A membership that neither inherits nor may be set (PostgreSQL 16) gives nothing, unless its holder may change that.
 */
export const ROLE_PRELUDE = `
  WITH RECURSIVE me AS (
    SELECT r.* FROM pg_catalog.pg_roles r WHERE r.rolname = session_user
  ), edges AS (
    SELECT m.roleid, m.member, m.grantor FROM pg_catalog.pg_auth_members m
     WHERE m.admin_option
        OR coalesce((pg_catalog.to_jsonb(m) ->> 'inherit_option')::bool, true)
        OR coalesce((pg_catalog.to_jsonb(m) ->> 'set_option')::bool, true)
  ), memberships AS (
    SELECT e.roleid AS direct, e.roleid AS role, ARRAY[e.roleid] AS way,
           pg_catalog.format('REVOKE %I FROM %I', pg_catalog.pg_get_userbyid(e.roleid), me.rolname)
             || CASE WHEN pg_catalog.current_setting('server_version_num')::int >= 160000
                     THEN pg_catalog.format(' GRANTED BY %I', pg_catalog.pg_get_userbyid(e.grantor)) ELSE '' END AS leave
      FROM edges e JOIN me ON me.oid = e.member
    UNION ALL
    SELECT m.direct, e.roleid, m.way || e.roleid, m.leave
      FROM memberships m JOIN edges e ON e.member = m.role
     WHERE e.roleid <> ALL (m.way)
  ), holders AS (
    SELECT me.oid AS role, pg_catalog.quote_ident(me.rolname) AS name, NULL::text AS leave, ''::text AS via FROM me
    UNION ALL SELECT 0::oid, 'PUBLIC', NULL::text, '${bilingual(' through PUBLIC (every login)')}'
    UNION ALL
    SELECT DISTINCT m.role, pg_catalog.quote_ident(r.rolname), m.leave,
           pg_catalog.format('${bilingual(' through its membership in {role}', { role: '%I' })}', pg_catalog.pg_get_userbyid(m.direct))
      FROM memberships m JOIN pg_catalog.pg_roles r ON r.oid = m.role
     WHERE r.rolname NOT LIKE 'pg\\_%'
  )`;
