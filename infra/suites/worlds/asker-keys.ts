import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';

/** Returns the bearer token of a tenant. */
export const keyOf = (tenant: string): string => `${tenant}-key`;

/** Writes `keys.yaml`: one key for each tenant, with all scopes but `operate`. */
export function writeKeys(configDir: string, tenants: readonly string[]): void {
  const scopes = ['query', 'sql:read', 'admin'];
  const keys = tenants.map((name) => ({
    name,
    sha256: createHash('sha256').update(keyOf(name)).digest('hex'),
    tenant: name,
    scopes,
  }));
  writeFileSync(`${configDir}/keys.yaml`, JSON.stringify(keys));
}
