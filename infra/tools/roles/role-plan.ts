import { randomBytes } from 'node:crypto';
import type { RelationFacts } from './database-facts';

/** The planned login of a tenant. */
export interface TenantLogin {
  tenant: string;
  role: string;
  /** The value of the tenant column in this tenant's rows. */
  value: string;
  /** The environment variable of the password. */
  variable: string;
  /** The password from the environment, which is set at every run. Null: a new role gets a generated password. */
  givenPassword: string | null;
  newPassword: string;
}

export interface RolePlan {
  connection: string;
  schema: string;
  logins: TenantLogin[];
  /** Relations to grant; null: all relations of the schema that can be granted safely. */
  tables: string[] | null;
  /** The column with the tenant of a row; null: no row security is set up. */
  tenantColumn: string | null;
  /** Relations whose rows are for every tenant, if there is a tenant column. */
  shared: string[];
  /** Roles of applications, which keep the rights that PUBLIC loses and see every row. */
  applications: string[];
  connectionLimit: number;
  statementTimeoutMs: number;
}

export interface RoleOptions extends Omit<RolePlan, 'logins'> {
  tenants: string[];
  /** Role names by tenant; the default is `<connection>_<tenant>`. */
  roles: ReadonlyMap<string, string>;
  values: ReadonlyMap<string, string>;
}

/** The operator's options cannot be carried out. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
}

/** PostgreSQL truncates longer names silently, so two tenants could get the same role. */
const MAX_NAME_BYTES = 63;
/** A password is part of a URL, in which other characters would have to be escaped. */
const URL_SAFE = /^[A-Za-z0-9._~-]+$/;

/**
 * @throws PlanError for names that PostgreSQL would truncate or refuse, and for passwords that would have to be escaped
 */
export function planRoles(
  { tenants, roles, values, ...rest }: RoleOptions,
  env: Readonly<Record<string, string | undefined>>,
): RolePlan {
  if (tenants.length === 0) throw new PlanError('Name at least one tenant with --tenant.');
  for (const named of [...roles.keys(), ...values.keys()])
    if (!tenants.includes(named)) throw new PlanError(`${named} is not one of the tenants.`);
  const variables = new Set<string>();
  const logins = [...new Set(tenants)].map((tenant): TenantLogin => {
    const role = roles.get(tenant) ?? `${rest.connection}_${tenant}`;
    checkRoleName(role, tenant);
    const variable = freeVariable(`${rest.connection}_${tenant}`, variables);
    const givenPassword = env[variable] ?? null;
    if (givenPassword !== null && !URL_SAFE.test(givenPassword))
      throw new PlanError(`${variable} may contain only letters, digits and . _ ~ -, because it is part of a URL.`);
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
    throw new PlanError('Two tenants have the same role name; give one of them another name with --role tenant=name.');
  return { ...rest, logins };
}

/**
 * The `roles:` of connections/<name>.yaml, and its `shared:` with the granted relations to which row security does not
 * apply. The passwords are references to environment variables. JSON strings are valid YAML strings.
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
    throw new PlanError(`PostgreSQL reserves the role name "${role}".`);
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
