import { escapeIdentifier } from 'pg';
import type { DatabaseFacts, RelationFacts } from './database-facts';
import { ENABLED_BY_US, OTHERS_POLICY, policyNames, TENANTS_POLICY } from './policy-names';
import type { RolePlan } from './role-plan';

/**
 * Statements that undo `createStatements`: they drop the policies, privileges and roles. They disable row security
 * where this program enabled it and no other tenant needs it. Rights that were revoked from PUBLIC are not restored,
 * because others may rely on the revocation by now.
 */
export function dropStatements(plan: RolePlan, { database, existingRoles, relations }: DatabaseFacts): string[] {
  const roles = plan.logins.map(({ role }) => role).filter((role) => existingRoles.includes(role));
  const schema = escapeIdentifier(plan.schema);
  return [
    ...relations.flatMap((relation) => policyStatements(schema, relation, roles)),
    ...roles
      .map(escapeIdentifier)
      .flatMap((role) => [
        `REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${role};`,
        `REVOKE ALL ON SCHEMA ${schema} FROM ${role};`,
        `REVOKE ALL ON DATABASE ${escapeIdentifier(database)} FROM ${role};`,
        `DROP ROLE ${role};`,
      ]),
    '-- Rights that were revoked from PUBLIC stay revoked.',
  ];
}

function policyStatements(schema: string, { name, policies }: RelationFacts, roles: readonly string[]): string[] {
  const table = `${schema}.${escapeIdentifier(name)}`;
  const ours = new Set(roles.flatMap(policyNames));
  const dropped = policies.filter((policy) => ours.has(policy.name));
  const left = policies.filter((policy) => !dropped.includes(policy));
  const drops = dropped.map((policy) => `DROP POLICY ${escapeIdentifier(policy.name)} ON ${table};`);
  const isOurs = left.some((policy) => policy.name === OTHERS_POLICY && policy.comment === ENABLED_BY_US);
  if (dropped.length === 0 || !isOurs || left.some(({ comment }) => comment === TENANTS_POLICY)) return drops;
  return [
    ...drops,
    `DROP POLICY ${escapeIdentifier(OTHERS_POLICY)} ON ${table};`,
    `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY;`,
    `ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY;`,
  ];
}
