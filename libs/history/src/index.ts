/** The history in PostgreSQL: finished runs, their results and the audit trail, moved there from Redis. */
export { History } from './history';
export { HistoryMoving, type HistoryMovingParts } from './history-moving';
export { historyAfterMs, historyEnv, historyRetentionEnv, requireTimeToMove } from './history-env';
export { historyTables, type HistoryTable } from './partitions';
export type { KeptDays } from './retention';
export { tenantRowSchemas, type TenantRow } from './tenant-rows';
