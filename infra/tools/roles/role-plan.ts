import { randomBytes } from 'node:crypto';
import type { RelationFacts } from './database-facts';

/** One tenant's login, as it shall be. */
export interface TenantLogin {
  tenant: string;
  role: string;
  /** What the tenant column holds in this tenant's rows. */
  value: string;
  /** The environment variable that holds, or shall hold, the password. */
  variable: string;
  /** From the environment: set again at every run. Null: generated when the role is created, kept when it exists. */
  givenPassword: string | null;
  newPassword: string;
}

export interface RolePlan {
  connection: string;
  schema: string;
  logins: TenantLogin[];
  /** Relations to be asked; null: all of the schema that can be given safely. */
  tables: string[] | null;
  /** The column that says whose a row is; null: no row security is set up. */
  tenantColumn: string | null;
  /** Relations whose rows are for every tenant, with a tenant column in use. */
  shared: string[];
  /** Roles of applications, which keep what is taken from PUBLIC and see every row. */
  applications: string[];
  connectionLimit: number;
  statementTimeoutMs: number;
}

export interface RoleOptions extends Omit<RolePlan, 'logins'> {
  tenants: string[];
  /** Role names by tenant, where `<connection>_<tenant>` does not do. */
  roles: ReadonlyMap<string, string>;
  values: ReadonlyMap<string, string>;
}

/** What the operator asked for cannot be done as it stands. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
}

/** PostgreSQL cuts longer names silently, and two tenants might become one. */
const MAX_NAME_BYTES = 63;
/** A password stands in a url, where other characters would have to be written differently. */
const URL_SAFE = /^[A-Za-z0-9._~-]+$/;

/** @throws PlanError for names that PostgreSQL would cut or refuse, and for passwords that cannot stand in a url */
export function planRoles(
  { tenants, roles, values, ...rest }: RoleOptions,
  env: Readonly<Record<string, string | undefined>>,
): RolePlan {
  if (tenants.length === 0) throw new PlanError('Name at least one tenant with --tenant.');
  for (const named of [...roles.keys(), ...values.keys()])
    if (!tenants.includes(named)) throw new PlanError(`${named} is not among the tenants.`);
  const variables = new Set<string>();
  const logins = [...new Set(tenants)].map((tenant): TenantLogin => {
    const role = roles.get(tenant) ?? `${rest.connection}_${tenant}`;
    checkRoleName(role, tenant);
    const variable = freeVariable(`${rest.connection}_${tenant}`, variables);
    const givenPassword = env[variable] ?? null;
    if (givenPassword !== null && !URL_SAFE.test(givenPassword))
      throw new PlanError(`${variable} may hold letters, digits and . _ ~ - only, for it stands in a url.`);
    return {
      tenant,
      role,
      value: values.get(tenant) ?? tenant,
      variable,
      givenPassword,
      newPassword: givenPassword ?? randomBytes(24).toString('base64url'),
    };
  });
  if (new Set(logins.map(({ role }) => role)).size < logins.length)
    throw new PlanError('Two tenants have the same role name; give one another with --role tenant=name.');
  return { ...rest, logins };
}

/**
 * The `roles:` of connections/<name>.yaml, and its `shared:` for what is granted and row security cannot reach; the
 * passwords come from the environment. JSON strings are YAML strings.
 */
export function connectionBlock(
  plan: RolePlan,
  database: { host: string; name: string },
  granted: readonly Pick<RelationFacts, 'name' | 'isOutsideRowSecurity'>[],
): string {
  const lines = plan.logins.map(({ tenant, role, variable }) => {
    const url = `postgres://${encodeURIComponent(role)}:\${${variable}}@${database.host}/${encodeURIComponent(database.name)}`;
    return `  ${JSON.stringify(tenant)}: ${JSON.stringify(url)}`;
  });
  const shared = granted
    .filter(({ isOutsideRowSecurity }) => isOutsideRowSecurity)
    .map(({ name }) => JSON.stringify(name));
  return ['roles:', ...lines, ...(shared.length === 0 ? [] : [`shared: [${shared.join(', ')}]`])].join('\n');
}

function checkRoleName(role: string, tenant: string): void {
  if (role === '' || role.includes('\0') || Buffer.byteLength(role) > MAX_NAME_BYTES)
    throw new PlanError(
      `The role name "${role}" must have 1 to ${MAX_NAME_BYTES} bytes; give a shorter one with --role ${tenant}=name.`,
    );
  if (/^pg_/.test(role) || ['public', 'none', 'current_user', 'current_role', 'session_user', 'user'].includes(role))
    throw new PlanError(`PostgreSQL keeps the role name "${role}" for itself.`);
}

function freeVariable(name: string, taken: Set<string>): string {
  const stem = `QUERENT_${name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '')}`;
  let variable = `${stem}_PASSWORD`;
  for (let n = 2; taken.has(variable); n += 1) variable = `${stem}_${n}_PASSWORD`;
  taken.add(variable);
  return variable;
}
