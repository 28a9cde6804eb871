import { envInteger } from '@querent/platform';
import type { Registry } from 'prom-client';
import { measureTrails, type AuditMeasures } from './trail-metrics';

/** The trail's limits as environment variables; all services that write to it must have the same values. */
export const auditEnv = {
  AUDIT_RETENTION_DAYS: envInteger(90, 1, 3_650, 'days that an entry of the audit trail is kept'),
  AUDIT_MAX_ENTRIES_PER_TENANT: envInteger(
    200_000,
    1_000,
    100_000_000,
    'maximum number of entries in a tenant’s audit trail, about 0.12 GB of Redis; beyond it the oldest are removed early, with a warning',
  ),
  AUDIT_MAX_ENTRIES: envInteger(
    1_000_000,
    1_000,
    100_000_000,
    'maximum number of entries in the shared audit trail: requests without a tenant, and entries of versions before each tenant had a trail',
  ),
};

export interface AuditSettings {
  /** Prefix of all keys in Redis. */
  prefix: string;
  retentionMs: number;
  /** Maximum entries of a tenant. */
  maxEntriesPerTenant: number;
  /** Maximum entries without a tenant. */
  maxEntries: number;
  /** Called for entries that were dropped before their expiry, are unreadable, or were changed. */
  warn: (fields: object, message: string) => void;
  /** Called after each write, for metrics. */
  onAppended?: AuditMeasures['onAppended'];
  /** Time after which an entry that Redis has not confirmed counts as not written, ms; 3,000 if absent. */
  patienceMs?: number;
}

interface AuditEnv {
  QUEUE_PREFIX: string;
  AUDIT_RETENTION_DAYS: number;
  AUDIT_MAX_ENTRIES_PER_TENANT: number;
  AUDIT_MAX_ENTRIES: number;
}

/** Call once per registry. */
export function auditSettingsOf(
  env: AuditEnv,
  { warn, registry }: { warn: AuditSettings['warn']; registry: Registry },
): AuditSettings {
  return {
    prefix: env.QUEUE_PREFIX,
    retentionMs: env.AUDIT_RETENTION_DAYS * 24 * 3_600_000,
    maxEntriesPerTenant: env.AUDIT_MAX_ENTRIES_PER_TENANT,
    maxEntries: env.AUDIT_MAX_ENTRIES,
    warn,
    onAppended: measureTrails(registry).onAppended,
  };
}
