import { introspect, openDatasource, runReadOnly, verifyRole } from '@querent/datasource';

/** The driver's functions that the executor uses. A suite that simulates a database replaces them. */
export interface DatabaseAccess {
  openDatasource: typeof openDatasource;
  verifyRole: typeof verifyRole;
  introspect: typeof introspect;
  /** Runs users' statements, and the probes of an unreachable database. */
  runReadOnly: typeof runReadOnly;
}

export const realDatabases: DatabaseAccess = { openDatasource, verifyRole, introspect, runReadOnly };
