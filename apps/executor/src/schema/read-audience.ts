import { loginDigest, type Audience, type Catalog, type Connection, type SnapshotStore } from '@querent/catalog';
import { bilingual } from '@querent/language';
import type { Logger } from '@querent/platform';
import type { DatabaseAccess } from '../connections/database-access';
import type { DatasourceRegistry } from '../connections/datasource-registry';
import type { FindingsGauge } from './findings-gauge';
import { readSchema } from './read-schema';
import { refusalOf, type VerifiedLogins } from '../connections/verified-logins';

export interface ReadAudienceDeps {
  catalog: Pick<Catalog, 'modelFile'>;
  datasources: Pick<DatasourceRegistry, 'get' | 'loginOf'>;
  snapshots: SnapshotStore;
  logins: VerifiedLogins;
  /** Default: the driver's. */
  introspect?: DatabaseAccess['introspect'];
  findings: FindingsGauge;
  logger: Logger;
  /**
   * Called when an audience's schema was read; invalidates answers that were cached with an older one. Resolves to
   * whether the schema fits the model file.
   */
  onRead: (connection: string, audience: Audience) => Promise<boolean>;
  /** Called when an audience's data is no longer valid. */
  onForgotten: (audience: string) => Promise<void>;
}

/** `unfit`: the schema was read but does not fit the model file, which for instance names a missing table. */
export type ReadResult = 'fits' | 'unfit' | 'failed';

/**
 * Verifies the login of an audience and, if it may be used, stores a snapshot of the schema that it sees.
 * @throws DatabaseFailure, or Redis errors
 */
export async function readAudience(
  deps: ReadAudienceDeps,
  connection: Connection,
  audience: Audience,
  signal: AbortSignal,
): Promise<ReadResult> {
  const { snapshots, logins, logger } = deps;
  const tenant = audience.tenant ?? undefined;
  const datasource = deps.datasources.get(connection.name);
  // The login of this datasource: the connection's file may have changed since the read began.
  const login =
    datasource === null ? loginDigest(connection, audience.tenant) : deps.datasources.loginOf(datasource, tenant);
  await forgetOtherLogin(deps, audience.key, login ?? '');
  if (datasource === null || login === null) {
    await snapshots.setStatus(
      audience.key,
      'misconfigured',
      bilingual('the login could not be resolved: a variable in its url is missing'),
    );
    return 'failed';
  }
  const report = await logins.renew(datasource, tenant);
  deps.findings.set(audience.key, report.findings);
  const refusal = refusalOf(connection, report);
  const about = { connection: connection.name, tenant: audience.tenant, login: report.login };
  if (report.findings.length > 0)
    logger.warn(
      { ...about, refused: refusal !== null, rules: report.findings.map(({ rule }) => rule) },
      'the login may do more than read',
    );
  if (refusal !== null) {
    await forget(deps, audience.key);
    await snapshots.setStatus(audience.key, 'misconfigured', refusal, report.findings);
    return 'failed';
  }
  const snapshot = await readSchema(deps.catalog, connection, datasource, audience, signal, deps.introspect);
  signal.throwIfAborted();
  await snapshots.put(audience.key, snapshot, { login, findings: report.findings });
  const fits = await deps.onRead(connection.name, audience);
  logger.info({ ...about, tables: snapshot.tables.length }, 'schema read');
  return fits ? 'fits' : 'unfit';
}

/**
 * Deletes the snapshot that another login has read. A new login may see other rows, so nothing that the former one saw
 * may be shown until the schema has been read again.
 */
async function forgetOtherLogin(deps: ReadAudienceDeps, audience: string, login: string): Promise<void> {
  const known = await deps.snapshots.revision(audience);
  if (known === null || known.login === login) return;
  await forget(deps, audience);
  await deps.snapshots.setStatus(audience, 'preparing');
}

async function forget({ snapshots, onForgotten }: ReadAudienceDeps, audience: string): Promise<void> {
  await snapshots.forget(audience);
  await onForgotten(audience);
}
