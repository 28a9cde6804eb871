import { audiencesOf, type Audience, type Catalog, type Connection } from '@querent/catalog';
import { DatabaseFailure } from '@querent/datasource';
import type { ConnectionOutages } from '../outages/connection-outages';
import { readAudience, type ReadAudienceDeps, type ReadResult } from './read-audience';
import { KeyedSemaphore } from './keyed-semaphore';

export interface IntrospectionDeps extends ReadAudienceDeps {
  catalog: Catalog;
  outages: Pick<ConnectionOutages, 'outlast' | 'forget'>;
  /** Interval between reads of a schema that fits its model file, ms. */
  refreshMs: number;
  /**
   * Delay before a failed read is repeated, ms. If the schema does not fit the model file, the delay doubles each time,
   * up to `refreshMs`: a missing grant may return, or a migration may end.
   */
  retryMs: number;
}

/** Most logins of one connection that read the schema concurrently, to leave the server capacity for questions. */
const MAX_CONCURRENT_READS = 3;

/** The loop's state of one audience. */
interface Followed {
  connection: string;
  audience: Audience;
  /** Its declaration at the last read. */
  declared: string;
  timer?: NodeJS.Timeout;
  running?: Promise<void>;
  /** The declaration changed during a read, so the read must be repeated. */
  isOutdated: boolean;
  /** Consecutive reads whose schema did not fit the model file. */
  unfit: number;
}

/**
 * Keeps the snapshot of every audience of every connection fresh: it reads the schema at start, when the declaration
 * changes, on request, and periodically. Each audience has a separate timer, so that a hanging read delays no other.
 */
export class IntrospectionLoop {
  private readonly followed = new Map<string, Followed>();
  private readonly semaphore = new KeyedSemaphore(MAX_CONCURRENT_READS);
  private readonly stopping = new AbortController();
  private unsubscribe: () => void = () => undefined;

  constructor(private readonly deps: IntrospectionDeps) {}

  start(): void {
    this.unsubscribe = this.deps.catalog.onChange(() => this.followCatalog());
    this.followCatalog();
  }

  /** Reads the schema of a connection now, for all of its audiences or only that of `tenant`; resolves when done. */
  async refresh(name: string, tenant?: string): Promise<void> {
    const own = [...this.followed.values()].filter(
      ({ connection, audience }) =>
        connection === name && (tenant === undefined || audience.tenant === null || audience.tenant === tenant),
    );
    await Promise.all(own.map((one) => this.refreshOne(one)));
  }

  async stop(): Promise<void> {
    this.unsubscribe();
    this.stopping.abort(new Error('the executor is shutting down'));
    this.followed.forEach(({ timer }) => clearTimeout(timer));
    await Promise.allSettled([...this.followed.values()].flatMap(({ running }) => running ?? []));
  }

  /** Reads new and changed audiences; deletes the data of removed ones. */
  private followCatalog(): void {
    const connections = this.deps.catalog.connections();
    const present = new Set(connections.flatMap((connection) => audiencesOf(connection).map(({ key }) => key)));
    for (const key of this.followed.keys()) if (!present.has(key)) this.drop(key);
    for (const connection of connections) {
      const audiences = audiencesOf(connection);
      if (audiences.some(({ key }) => !this.followed.has(key)))
        this.inTheBackground(connection.name, this.dropOrphans(connection.name, present));
      for (const audience of audiences) this.follow(connection, audience);
    }
  }

  private follow(connection: Connection, audience: Audience): void {
    const declared = this.declarationOf(connection, audience);
    const known = this.followed.get(audience.key);
    if (known?.declared === declared) return;
    if (known !== undefined) this.deps.outages.forget(connection.name);
    const one: Followed = known ?? { connection: connection.name, audience, declared, isOutdated: false, unfit: 0 };
    one.declared = declared;
    one.isOutdated = one.running !== undefined;
    this.followed.set(audience.key, one);
    void this.refreshOne(one);
  }

  /** Contains only the login of this audience, so that a new tenant causes no reads for the others. */
  private declarationOf(connection: Connection, { tenant }: Audience): string {
    const { roles, ...rest } = connection;
    const login = tenant === null || roles === undefined ? null : (roles[tenant] ?? null);
    return JSON.stringify([
      rest,
      roles === undefined ? null : [tenant, login],
      this.deps.catalog.modelFile(connection.name).hash,
    ]);
  }

  /** Reads an audience's schema and schedules the next read. A call during a read joins it. */
  private refreshOne(one: Followed): Promise<void> {
    if (one.running !== undefined) return one.running;
    clearTimeout(one.timer);
    one.running = this.semaphore
      .run(one.connection, () => this.tryRead(one))
      .then((result) => {
        delete one.running;
        if (this.stopping.signal.aborted || !this.isFollowed(one)) return;
        if (one.isOutdated) return this.readAgain(one);
        one.unfit = result === 'unfit' ? one.unfit + 1 : 0;
        one.timer = setTimeout(() => void this.refreshOne(one), waitAfter(result, one.unfit, this.deps));
      });
    return one.running;
  }

  private readAgain(one: Followed): Promise<void> {
    one.isOutdated = false;
    return this.refreshOne(one);
  }

  /** Never rejects. */
  private async tryRead(one: Followed): Promise<ReadResult> {
    const connection = this.deps.catalog.connection(one.connection);
    if (connection === undefined || this.stopping.signal.aborted || !this.isFollowed(one)) return 'failed';
    one.isOutdated = false;
    try {
      return await this.read(connection, one.audience);
    } catch (error) {
      if (!this.stopping.signal.aborted)
        await this.report(one, error).catch((failure: unknown) => this.warn(one.audience.key, failure));
      return 'failed';
    } finally {
      if (!this.isFollowed(one)) await this.clearAfter(one);
    }
  }

  /**
   * An audience with a snapshot keeps it during a short outage. Its state changes only when the outage lasts longer
   * than runs wait.
   */
  private async read(connection: Connection, audience: Audience): Promise<ReadResult> {
    const { datasources, snapshots, outages } = this.deps;
    const [datasource, { signal }] = [datasources.get(connection.name), this.stopping];
    const work = (): Promise<ReadResult> => readAudience(this.deps, connection, audience, signal);
    if (datasource === null || (await snapshots.revision(audience.key)) === null) return work();
    return outages.outlast(datasource, audience.tenant ?? undefined, signal, work);
  }

  /**
   * Deletes the data of an audience that was removed during its read. If it was added again meanwhile, it is read
   * again.
   */
  private async clearAfter({ audience: { key } }: Followed): Promise<void> {
    await this.forget(key);
    const successor = this.followed.get(key);
    if (successor === undefined) return;
    if (successor.running !== undefined) successor.isOutdated = true;
    else void this.refreshOne(successor);
  }

  private isFollowed(one: Followed): boolean {
    return this.followed.get(one.audience.key) === one;
  }

  private drop(key: string): void {
    clearTimeout(this.followed.get(key)?.timer);
    this.followed.delete(key);
    this.inTheBackground(key, this.forget(key));
  }

  /** Deletes the data of audiences that were removed while no executor was running. */
  private async dropOrphans(connection: string, present: ReadonlySet<string>): Promise<void> {
    for (const key of await this.deps.snapshots.audiences(connection))
      if (!present.has(key) && !this.followed.has(key)) await this.forget(key);
  }

  private async forget(key: string): Promise<void> {
    this.deps.findings.set(key, null);
    await this.deps.snapshots.remove(key).catch((error: unknown) => this.warn(key, error));
    await this.deps.onForgotten(key).catch((error: unknown) => this.warn(key, error));
  }

  private async report(one: Followed, error: unknown): Promise<void> {
    this.warn(one.audience.key, error);
    const closed =
      error instanceof DatabaseFailure &&
      (error.errorClass.name === 'permission' || error.errorClass.name === 'no_access');
    const detail = error instanceof Error ? error.message : String(error);
    await this.deps.snapshots.setStatus(one.audience.key, closed ? 'misconfigured' : 'unavailable', detail);
  }

  private inTheBackground(about: string, work: Promise<void>): void {
    work.catch((error: unknown) => this.warn(about, error));
  }

  private warn(audience: string, error: unknown): void {
    this.deps.logger.warn({ audience, error: error instanceof Error ? error.message : String(error) }, 'introspection');
  }
}

/**
 * The delay before the next read, ms.
 * @param unfit consecutive reads whose schema did not fit the model file, including this one
 */
export function waitAfter(
  result: ReadResult,
  unfit: number,
  { refreshMs, retryMs }: Pick<IntrospectionDeps, 'refreshMs' | 'retryMs'>,
): number {
  if (result === 'fits') return refreshMs;
  return result === 'failed' ? retryMs : Math.min(refreshMs, retryMs * 2 ** (unfit - 1));
}
