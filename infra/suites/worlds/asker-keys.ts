import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';

/** The bearer of a tenant of a suite. */
export const keyOf = (tenant: string): string => `${tenant}-key`;

/** Writes a configuration's keys: one a tenant, with every scope that one tenant's own work needs. */
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
