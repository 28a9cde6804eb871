import { audienceOf, type Catalog, type Connection } from '@querent/catalog';
import { DatabaseFailure, type Datasource, type RoleReport } from '@querent/datasource';
import { bilingual, type BilingualText } from '@querent/language';
import { errorClassOf } from '@querent/sql';

export interface VerifiedLoginsDeps {
  catalog: Pick<Catalog, 'connection'>;
  /** @throws DatabaseFailure */
  verify: (datasource: Datasource, tenant?: string) => Promise<RoleReport>;
}

/**
 * The verified rights of each login, checked once whenever its connection is opened. A login that must not be used runs
 * neither users' statements nor introspection.
 */
export class VerifiedLogins {
  /** By datasource: a changed connection gets a new datasource, so its logins are verified again. */
  private readonly known = new WeakMap<Datasource, Map<string, Promise<RoleReport>>>();

  constructor(private readonly deps: VerifiedLoginsDeps) {}

  /** The rights of a tenant's login (undefined: the shared one). @throws DatabaseFailure */
  async report(datasource: Datasource, tenant: string | undefined): Promise<RoleReport> {
    const { own, key, reports } = this.entryOf(datasource, tenant);
    const known = reports.get(key);
    if (known !== undefined) return known;
    const verifying = this.deps.verify(datasource, own);
    reports.set(key, verifying);
    // A failed verification is not kept: the next call repeats it.
    verifying.catch(() => reports.get(key) === verifying && reports.delete(key));
    return verifying;
  }

  /**
   * Verifies the login again, because its rights may have changed. The former report stays in use until then.
   * @throws DatabaseFailure
   */
  async renew(datasource: Datasource, tenant: string | undefined): Promise<RoleReport> {
    const { own, key, reports } = this.entryOf(datasource, tenant);
    if (!reports.has(key)) return this.report(datasource, tenant);
    const report = await this.deps.verify(datasource, own);
    reports.set(key, Promise.resolve(report));
    return report;
  }

  /**
   * Resolves if the tenant's login may be used.
   * @throws DatabaseFailure `no_access` if it may not be used, or the failure of the verification
   */
  async require(datasource: Datasource, tenant: string | undefined): Promise<void> {
    const connection = this.deps.catalog.connection(datasource.name);
    const why =
      connection === undefined
        ? 'the connection is not configured'
        : refusalOf(connection, await this.report(datasource, tenant));
    if (why !== null) throw new DatabaseFailure(errorClassOf('no_access'), why, undefined);
  }

  /** Tenants that share a login share its report. */
  private entryOf(
    datasource: Datasource,
    tenant: string | undefined,
  ): { own: string | undefined; key: string; reports: Map<string, Promise<RoleReport>> } {
    const connection = this.deps.catalog.connection(datasource.name);
    const own = connection?.roles === undefined ? undefined : tenant;
    const key = connection === undefined || own === undefined ? datasource.name : audienceOf(connection, own);
    const reports = this.known.get(datasource) ?? new Map<string, Promise<RoleReport>>();
    this.known.set(datasource, reports);
    return { own, key, reports };
  }
}

/** For administrators: why a login is not used and how to correct it; null if it may be used. */
export function refusalOf(
  { allowSuperuser }: Pick<Connection, 'allowSuperuser'>,
  { login, isSuperuser, findings }: RoleReport,
): BilingualText | null {
  if (!isSuperuser || allowSuperuser) return null;
  const grave = findings.filter(({ severity }) => severity === 'refuse');
  const fix = grave.flatMap((finding) => finding.fix.map((statement) => `${statement.replace(/;?\s*$/, '')};`));
  const found = { login: JSON.stringify(login), findings: grave.map(({ what }) => what).join(' ') };
  return fix.length === 0
    ? bilingual(
        'the login {login} is a superuser or can act as one: neither grants nor row security restrict it. {findings} Or set "allowSuperuser: true" in the connection if this is intended.',
        found,
      )
    : bilingual(
        'the login {login} is a superuser or can act as one: neither grants nor row security restrict it. {findings} To correct it: {fix} Or set "allowSuperuser: true" in the connection if this is intended.',
        { ...found, fix: fix.join(' ') },
      );
}
