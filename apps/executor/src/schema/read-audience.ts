import { loginDigest, type Audience, type Catalog, type Connection, type SnapshotStore } from '@querent/catalog';
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
  /** Absent: the driver's. */
  introspect?: DatabaseAccess['introspect'];
  findings: FindingsGauge;
  logger: Logger;
  /**
   * Called when an audience's schema was read, so that answers cached with an older one go. Resolves to whether the
   * model file fits the schema.
   */
  onRead: (connection: string, audience: Audience) => Promise<boolean>;
  /** Told when what an audience saw does not hold any more. */
  onForgotten: (audience: string) => Promise<void>;
}

/**
 * `unfit`: the schema was read, and the model file does not fit it: a table that it names is not there, for instance.
 */
export type Look = 'fits' | 'unfit' | 'failed';

/**
 * Looks at a connection with the eyes of one audience: what its login may do, and if it may be used, what it sees.
 * @throws DatabaseFailure and what Redis throws
 */
export async function readAudience(
  deps: ReadAudienceDeps,
  connection: Connection,
  audience: Audience,
  signal: AbortSignal,
): Promise<Look> {
  const { snapshots, logins, logger } = deps;
  const tenant = audience.tenant ?? undefined;
  const datasource = deps.datasources.get(connection.name);
  // Of the datasource that is looked at: the file may have changed since this round began.
  const login =
    datasource === null ? loginDigest(connection, audience.tenant) : deps.datasources.loginOf(datasource, tenant);
  await forgetOtherLogin(deps, audience.key, login ?? '');
  if (datasource === null || login === null) {
    await snapshots.setStatus(
      audience.key,
      'misconfigured',
      'the login could not be resolved: a variable in its url is missing',
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
 * Another login sees other rows: nothing that was seen with the former one may be told while the new one has not
 * looked.
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
