import { bilingual, type RuleSentence } from '@querent/language';
import type { FindingSeverity } from '../role-report';
import type { RoleRule } from '../role-rule';

/** Attributes are not inherited, but SET ROLE acquires them, so a membership counts as much as the login's own. */
function attributeRule(
  id: string,
  severity: FindingSeverity,
  column: string,
  keyword: string,
  sentence: RuleSentence,
): RoleRule {
  const query = `
    SELECT ARRAY[pg_catalog.quote_ident(me.rolname)] AS subjects, '' AS via, '' AS detail,
           CASE WHEN me.oid = 10 THEN ARRAY[]::text[] ELSE ARRAY[pg_catalog.format('ALTER ROLE %I ${keyword}', me.rolname)] END AS fix
      FROM me WHERE me.${column}
    UNION ALL
    SELECT ARRAY[pg_catalog.quote_ident(r.rolname)], '${bilingual(', of which the login is a member,')}', '', ARRAY[m.leave]
      FROM memberships m JOIN pg_catalog.pg_roles r ON r.oid = m.role AND r.${column}`;
  return { id, severity, sentence, query };
}

export const roleAttributeRules: readonly RoleRule[] = [
  attributeRule(
    'superuser',
    'refuse',
    'rolsuper',
    'NOSUPERUSER',
    'The role {subjects}{via} is a superuser: no grant, no row security and no restriction of functions binds it. Give this connection a separate login (npm run roles writes the statements).',
  ),
  attributeRule(
    'bypasses_row_security',
    'warn',
    'rolbypassrls',
    'NOBYPASSRLS',
    'The role {subjects}{via} has BYPASSRLS: it reads every row of every table that it may read.',
  ),
  attributeRule(
    'creates_roles',
    'warn',
    'rolcreaterole',
    'NOCREATEROLE',
    'The role {subjects}{via} has CREATEROLE: it may give itself or others further rights.',
  ),
  attributeRule(
    'creates_databases',
    'warn',
    'rolcreatedb',
    'NOCREATEDB',
    'The role {subjects}{via} has CREATEDB: it may create databases.',
  ),
  attributeRule(
    'replicates',
    'warn',
    'rolreplication',
    'NOREPLICATION',
    'The role {subjects}{via} has REPLICATION: it may read the write-ahead log, which holds every row of every database.',
  ),
];
