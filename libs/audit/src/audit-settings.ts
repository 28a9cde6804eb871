import { envInteger } from '@querent/platform';

/** The trail's bounds as environment variables; every service that writes to it must be given the same. */
export const auditEnv = {
  AUDIT_RETENTION_DAYS: envInteger(90, 1, 3_650, 'days that an entry of the audit trail is kept'),
  AUDIT_MAX_ENTRIES: envInteger(1_000_000, 1_000, 100_000_000, 'entries of the audit trail at most, about 0.6 GB of Redis a million; beyond, the oldest go before their time, with a warning'),
};

export interface AuditSettings {
  /** Prefix of all keys in Redis. */
  prefix: string;
  retentionMs: number;
  maxEntries: number;
  /** Told of entries that went before their time, that cannot be read, or that somebody has changed. */
  warn: (fields: object, message: string) => void;
  /** Milliseconds after which an entry that Redis has not confirmed counts as not written; 3,000 if absent. */
  patienceMs?: number;
}

export function auditSettingsOf(env: { QUEUE_PREFIX: string; AUDIT_RETENTION_DAYS: number; AUDIT_MAX_ENTRIES: number }, warn: AuditSettings['warn']): AuditSettings {
  return { prefix: env.QUEUE_PREFIX, retentionMs: env.AUDIT_RETENTION_DAYS * 24 * 3_600_000, maxEntries: env.AUDIT_MAX_ENTRIES, warn };
}
