export { openDatasource, type Datasource, type DatasourceConfig, type DatasourceLimits } from './connection/datasource';
export { DatabaseFailure } from './connection/database-failure';
export { runReadOnly, type ReadOnlyResult, type ReadOnlyStatement, type ResultColumn } from './execution/run-read-only';
export type { Probe, ProbeAnswer } from './execution/probes';
export type { CellValue } from './values/cell-value';
export { introspect } from './introspection/introspect';
export type { ValueOptions } from './introspection/read-values';
