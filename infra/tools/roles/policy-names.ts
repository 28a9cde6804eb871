import { createHash } from 'node:crypto';

/** The policy that keeps all rows of a table visible to roles that are not tenants. */
export const OTHERS_POLICY = 'querent others';
/** The comment of that policy if the table had no row security before. */
export const ENABLED_BY_US = 'querent: row security of this table was enabled with this policy';

/** The comment of a tenant's policies. */
export const TENANTS_POLICY = 'querent: what this login may read';

const MAX_NAME_BYTES = 63;

/** The names of a role's two policies on a table: one lets it read its rows, the other limits it to them. */
export function policyNames(role: string): [permissive: string, restrictive: string] {
  const only = `only ${role}`;
  return [
    role,
    Buffer.byteLength(only) <= MAX_NAME_BYTES
      ? only
      : `only ${createHash('sha256').update(role).digest('hex').slice(0, 32)}`,
  ];
}
