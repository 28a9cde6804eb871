import { createHash } from 'node:crypto';

/** The policy that keeps a table as it was for those who are no tenants of ours. */
export const OTHERS_POLICY = 'querent others';
/** What that policy says of itself where the table had no row security before. */
export const ENABLED_BY_US = 'querent: row security of this table was enabled with this policy';

/** What a tenant's policies say of themselves. */
export const TENANTS_POLICY = 'querent: what this login may read';

const MAX_NAME_BYTES = 63;

/** A role's two policies on a table: the one that lets it read its rows, and the one that keeps it to them. */
export function policyNames(role: string): [permissive: string, restrictive: string] {
  const only = `only ${role}`;
  return [
    role,
    Buffer.byteLength(only) <= MAX_NAME_BYTES
      ? only
      : `only ${createHash('sha256').update(role).digest('hex').slice(0, 32)}`,
  ];
}
