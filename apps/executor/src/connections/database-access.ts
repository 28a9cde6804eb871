import { introspect, openDatasource, runReadOnly, verifyRole } from '@querent/datasource';

/** What the executor asks of databases. A suite that plays a database gives functions that answer in its place. */
export interface DatabaseAccess {
  openDatasource: typeof openDatasource;
  verifyRole: typeof verifyRole;
  introspect: typeof introspect;
  /** Statements of askers, and the probes of a database that is away. */
  runReadOnly: typeof runReadOnly;
}

export const realDatabases: DatabaseAccess = { openDatasource, verifyRole, introspect, runReadOnly };
