/** The audit trail: append-only, hash-chained, bounded by time and by entries per tenant. */
export { auditEnv, auditSettingsOf, type AuditSettings } from './audit-settings';
export { AuditTrail, AuditUnavailableError } from './audit-trail';
export type { AuditFilter, AuditPage, RecordedEntry } from './audit-reader';
export type { AuditHistory, AuditHistoryWriter, StoredEntry } from './audit-history';
export { AuditMover } from './audit-mover';
