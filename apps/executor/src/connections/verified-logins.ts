import { audienceOf, type Catalog, type Connection } from '@querent/catalog';
import { DatabaseFailure, type Datasource, type RoleReport } from '@querent/datasource';
import { errorClassOf } from '@querent/sql';

export interface VerifiedLoginsDeps {
  catalog: Pick<Catalog, 'connection'>;
  /** @throws DatabaseFailure */
  verify: (datasource: Datasource, tenant?: string) => Promise<RoleReport>;
}

/**
 * What every login was found to be, once each time that its connection was opened. A login that must not be used runs
 * nothing: no statement of an asker and no reading of the schema.
 */
export class VerifiedLogins {
  /** A changed connection is opened anew, and its logins are looked at anew with it. */
  private readonly known = new WeakMap<Datasource, Map<string, Promise<RoleReport>>>();

  constructor(private readonly deps: VerifiedLoginsDeps) {}

  /** What the login of a tenant (undefined: the common one) is. @throws DatabaseFailure */
  async report(datasource: Datasource, tenant: string | undefined): Promise<RoleReport> {
    const { own, key, reports } = this.place(datasource, tenant);
    const known = reports.get(key);
    if (known !== undefined) return known;
    const looking = this.deps.verify(datasource, own);
    reports.set(key, looking);
    // A database that did not answer says nothing about the login: the next one asks again.
    looking.catch(() => reports.get(key) === looking && reports.delete(key));
    return looking;
  }

  /**
   * Looks at the login again: its rights may have changed. Until that is known, what was known holds. @throws
   * DatabaseFailure
   */
  async renew(datasource: Datasource, tenant: string | undefined): Promise<RoleReport> {
    const { own, key, reports } = this.place(datasource, tenant);
    if (!reports.has(key)) return this.report(datasource, tenant);
    const report = await this.deps.verify(datasource, own);
    reports.set(key, Promise.resolve(report));
    return report;
  }

  /**
   * Resolves where the tenant's login may be used. @throws DatabaseFailure `no_access` where it may not, and what
   * looking at it threw
   */
  async require(datasource: Datasource, tenant: string | undefined): Promise<void> {
    const connection = this.deps.catalog.connection(datasource.name);
    const why =
      connection === undefined
        ? 'the connection is not configured'
        : refusalOf(connection, await this.report(datasource, tenant));
    if (why !== null) throw new DatabaseFailure(errorClassOf('no_access'), why, undefined);
  }

  /** Tenants that share a login share what is known of it. */
  private place(
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

/** Why a login is not used, and what would mend it, for administrators; null where it may be used. */
export function refusalOf(
  { allowSuperuser }: Pick<Connection, 'allowSuperuser'>,
  { login, isSuperuser, findings }: RoleReport,
): string | null {
  if (!isSuperuser || allowSuperuser) return null;
  const grave = findings.filter(({ severity }) => severity === 'refuse');
  const fix = grave.flatMap((finding) => finding.fix.map((statement) => `${statement.replace(/;?\s*$/, '')};`));
  return [
    `the login ${JSON.stringify(login)} is a superuser or can act as one: neither grants nor row security hold it.`,
    ...grave.map(({ what }) => what),
    ...(fix.length === 0 ? [] : [`To mend it: ${fix.join(' ')}`]),
    'Or set "allowSuperuser: true" in the connection, where that is meant.',
  ].join(' ');
}
