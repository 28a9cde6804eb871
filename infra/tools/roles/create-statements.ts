import { escapeIdentifier, escapeLiteral } from 'pg';
import type { DatabaseFacts } from './database-facts';
import { grantedRelations, type GrantedRelation } from './granted-relations';
import { PlanError, type RolePlan, type TenantLogin } from './role-plan';
import { ENABLED_BY_US, OTHERS_POLICY, policyNames, TENANTS_POLICY } from './policy-names';
import { scramVerifier } from './scram-verifier';

/**
 * The statements, with comments for the operator, that create a login for each tenant which can read its rows and do
 * nothing else. Running them twice changes nothing. Running them with a shorter list of tables revokes the others.
 *
 * @throws PlanError
 */
export function createStatements(plan: RolePlan, facts: DatabaseFacts): string[] {
  const { granted, withheld } = grantedRelations(plan, facts);
  if (granted.length === 0)
    throw new PlanError(`The schema "${plan.schema}" has no table or view that can be granted.`);
  return [
    '-- Rights that every login of the database has. Name applications that need them with --application.',
    ...revokeFromPublic(plan, facts),
    ...plan.logins.flatMap((login) => [
      '',
      comment(`Tenant ${login.tenant}`),
      ...loginStatements(plan, facts, login, granted),
    ]),
    ...withheld.map(({ name, why }) => comment(`Not granted: ${name} ${why}.`)),
    ...granted.filter(({ rows }) => rows !== 'plain').flatMap((one) => ['', ...rowSecurityStatements(plan, one)]),
  ];
}

/** SQL comments of a text from the operator's database or command line, which may contain line breaks. */
export function comment(text: string): string {
  return text
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => `-- ${line}`)
    .join('\n');
}

function revokeFromPublic(
  { applications }: RolePlan,
  { database, openSchemas, openRoutines }: DatabaseFacts,
): string[] {
  const roles = applications.map(escapeIdentifier).join(', ');
  const move = (right: string): string[] => [
    `REVOKE ${right} FROM PUBLIC;`,
    ...(roles === '' ? [] : [`GRANT ${right} TO ${roles};`]),
  ];
  return [
    ...move(`TEMPORARY ON DATABASE ${escapeIdentifier(database)}`),
    `REVOKE CREATE ON DATABASE ${escapeIdentifier(database)} FROM PUBLIC;`,
    ...openSchemas.flatMap((schema) => move(`CREATE ON SCHEMA ${escapeIdentifier(schema)}`)),
    ...openRoutines.flatMap((routine) => move(`EXECUTE ON ROUTINE ${routine}`)),
  ];
}

function loginStatements(
  plan: RolePlan,
  { database, existingRoles }: DatabaseFacts,
  login: TenantLogin,
  granted: readonly GrantedRelation[],
): string[] {
  const role = escapeIdentifier(login.role);
  const schema = escapeIdentifier(plan.schema);
  const password = ` PASSWORD ${escapeLiteral(scramVerifier(login.newPassword))}`;
  const isNew = !existingRoles.includes(login.role);
  const tables = granted.map(({ relation }) => `${schema}.${escapeIdentifier(relation.name)}`).join(', ');
  const settings = {
    default_transaction_read_only: 'on',
    row_security: 'on',
    statement_timeout: `'${plan.statementTimeoutMs}ms'`,
    lock_timeout: `'5s'`,
    idle_in_transaction_session_timeout: `'60s'`,
    search_path: schema,
  };
  return [
    ...(isNew ? [`CREATE ROLE ${role}${password};`] : []),
    `ALTER ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION NOINHERIT CONNECTION LIMIT ${plan.connectionLimit}${!isNew && login.givenPassword !== null ? password : ''};`,
    ...Object.entries(settings).map(([name, value]) => `ALTER ROLE ${role} SET ${name} = ${value};`),
    `REVOKE ALL ON DATABASE ${escapeIdentifier(database)} FROM ${role};`,
    `GRANT CONNECT ON DATABASE ${escapeIdentifier(database)} TO ${role};`,
    `REVOKE ALL ON SCHEMA ${schema} FROM ${role};`,
    `GRANT USAGE ON SCHEMA ${schema} TO ${role};`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${role};`,
    `REVOKE ALL ON ALL SEQUENCES IN SCHEMA ${schema} FROM ${role};`,
    `REVOKE ALL ON ALL ROUTINES IN SCHEMA ${schema} FROM ${role};`,
    `GRANT SELECT ON ${tables} TO ${role};`,
  ];
}

/**
 * Policies for each login with the tenant's value as a literal, so that no setting of a statement changes the visible
 * rows. A permissive policy lets the login read its rows, and a restrictive one limits it to them, whatever other
 * policies allow. Row security is forced, so a further policy keeps all rows visible to the owner and to every other
 * role with privileges on the table: applications must not lose rows.
 */
function rowSecurityStatements(plan: RolePlan, { relation, rows }: GrantedRelation): string[] {
  const table = `${escapeIdentifier(plan.schema)}.${escapeIdentifier(relation.name)}`;
  const ours = new Set(plan.logins.map(({ role }) => role));
  const others = [...new Set([relation.owner, ...relation.grantees, ...plan.applications])].filter(
    (role) => !ours.has(role),
  );
  const known = relation.policies.find(({ name }) => name === OTHERS_POLICY);
  const wasOff = known === undefined ? !relation.hasRowSecurity : known.comment === ENABLED_BY_US;
  const policy = escapeIdentifier(OTHERS_POLICY);
  // If row security was already enabled, the existing policies of the table decide what other roles see.
  const keepOthers = [
    `CREATE POLICY ${policy} ON ${table} TO ${others.map(escapeIdentifier).join(', ')} USING (true) WITH CHECK (true);`,
    `COMMENT ON POLICY ${policy} ON ${table} IS ${escapeLiteral(ENABLED_BY_US)};`,
  ];
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;`,
    ...(wasOff ? [`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;`] : []),
    `DROP POLICY IF EXISTS ${policy} ON ${table};`,
    ...(wasOff ? keepOthers : []),
    ...plan.logins.flatMap((login) => {
      const visible =
        rows === 'shared' || plan.tenantColumn === null
          ? 'true'
          : `${escapeIdentifier(plan.tenantColumn)} = ${escapeLiteral(login.value)}`;
      const kinds = visible === 'true' ? ['PERMISSIVE'] : ['PERMISSIVE', 'RESTRICTIVE'];
      const names = policyNames(login.role).map(escapeIdentifier);
      return [
        ...names.map((name) => `DROP POLICY IF EXISTS ${name} ON ${table};`),
        ...kinds.flatMap((kind, i) => [
          `CREATE POLICY ${names[i]} ON ${table} AS ${kind} FOR SELECT TO ${escapeIdentifier(login.role)} USING (${visible});`,
          `COMMENT ON POLICY ${names[i]} ON ${table} IS ${escapeLiteral(TENANTS_POLICY)};`,
        ]),
      ];
    }),
  ];
}
