/**
 * Connection pools, bounded read-only execution, introspection, verification of logins. Only the executor may use
 * it.
 */
export { openDatasource, type Datasource, type PoolUse } from './connection/datasource';
export type { DatasourceConfig, DatasourceLimits } from './connection/datasource-config';
export { DatabaseFailure, isConnectionLost } from './connection/database-failure';
export { runReadOnly, type ReadOnlyResult, type ReadOnlyStatement } from './execution/run-read-only';
export type { ResultColumn } from './execution/row-flow';
export type { PlanEstimate } from './execution/plan-estimate';
export type { Probe, ProbeAnswer } from './execution/probes';
export type { CellValue } from './values/cell-value';
export { introspect } from './introspection/introspect';
export { ownRowCounts } from './introspection/own-row-counts';
export { readWithheld } from './introspection/read-withheld';
export type { ValueOptions } from './introspection/read-values';
export { FUNCTIONS_TO_REVOKE, OUTWARD_EXTENSIONS } from './verification/dangerous-functions';
export { verifyRole } from './verification/verify-role';
export type { RoleFinding, RoleReport } from './verification/role-report';
