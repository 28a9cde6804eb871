import { audiencesOf, type Audience, type Catalog, type Connection } from '@querent/catalog';
import { DatabaseFailure } from '@querent/datasource';
import type { ConnectionOutages } from '../outages/connection-outages';
import { readAudience, type Look, type ReadAudienceDeps } from './read-audience';
import { Turns } from '../turns';

export interface IntrospectionDeps extends ReadAudienceDeps {
  catalog: Catalog;
  outages: Pick<ConnectionOutages, 'outlast' | 'forget'>;
  /** What answers is looked at again after so long, ms. */
  refreshMs: number;
  /**
   * What does not answer is tried again after so long, ms. What the model file does not fit is, too, as a right may
   * come back or a migration end: each time after twice as long, up to `refreshMs`.
   */
  retryMs: number;
}

/** Logins of one connection that look at once: its server has askers to serve. */
const LOOKS_AT_ONCE = 3;

/** One audience of a connection, as it is followed. */
interface Followed {
  connection: string;
  audience: Audience;
  /** What it was declared as when it was looked at last. */
  declared: string;
  timer?: NodeJS.Timeout;
  running?: Promise<void>;
  /** The declaration changed during a look: what that brings is old already. */
  isOutdated: boolean;
  /** Looks in a row whose schema the model file did not fit. */
  unfit: number;
}

/**
 * Keeps the snapshot of every audience of every connection fresh: at start, when its declaration changes, on request,
 * and from time to time. Each has its own clock, so that one that hangs or fails holds up no other.
 */
export class IntrospectionLoop {
  private readonly followed = new Map<string, Followed>();
  private readonly turns = new Turns(LOOKS_AT_ONCE);
  private readonly stopping = new AbortController();
  private unsubscribe: () => void = () => undefined;

  constructor(private readonly deps: IntrospectionDeps) {}

  start(): void {
    this.unsubscribe = this.deps.catalog.onChange(() => this.followCatalog());
    this.followCatalog();
  }

  /**
   * Looks at a connection now, with the eyes of each of its audiences, or of a tenant's alone; resolves when all have
   * looked.
   */
  async refresh(name: string, tenant?: string): Promise<void> {
    const own = [...this.followed.values()].filter(
      ({ connection, audience }) =>
        connection === name && (tenant === undefined || audience.tenant === null || audience.tenant === tenant),
    );
    await Promise.all(own.map((one) => this.look(one)));
  }

  async stop(): Promise<void> {
    this.unsubscribe();
    this.stopping.abort(new Error('the executor is shutting down'));
    this.followed.forEach(({ timer }) => clearTimeout(timer));
    await Promise.allSettled([...this.followed.values()].flatMap(({ running }) => running ?? []));
  }

  /** Looks at what is new or changed; forgets what was deleted. */
  private followCatalog(): void {
    const connections = this.deps.catalog.connections();
    const present = new Set(connections.flatMap((connection) => audiencesOf(connection).map(({ key }) => key)));
    for (const key of this.followed.keys()) if (!present.has(key)) this.drop(key);
    for (const connection of connections) {
      const audiences = audiencesOf(connection);
      if (audiences.some(({ key }) => !this.followed.has(key)))
        this.inTheBackground(connection.name, this.dropStrangers(connection.name, present));
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
    void this.look(one);
  }

  /** Of the logins only its own: a new tenant is no reason to look with everybody's eyes again. */
  private declarationOf(connection: Connection, { tenant }: Audience): string {
    const { roles, ...rest } = connection;
    const login = tenant === null || roles === undefined ? null : (roles[tenant] ?? null);
    return JSON.stringify([
      rest,
      roles === undefined ? null : [tenant, login],
      this.deps.catalog.modelFile(connection.name).hash,
    ]);
  }

  /** One look at a time. */
  private look(one: Followed): Promise<void> {
    if (one.running !== undefined) return one.running;
    clearTimeout(one.timer);
    one.running = this.turns
      .take(one.connection, () => this.take(one))
      .then((look) => {
        delete one.running;
        if (this.stopping.signal.aborted || !this.isFollowed(one)) return;
        if (one.isOutdated) return this.lookAnew(one);
        one.unfit = look === 'unfit' ? one.unfit + 1 : 0;
        one.timer = setTimeout(() => void this.look(one), waitAfter(look, one.unfit, this.deps));
      });
    return one.running;
  }

  private lookAnew(one: Followed): Promise<void> {
    one.isOutdated = false;
    return this.look(one);
  }

  /** Never rejects. */
  private async take(one: Followed): Promise<Look> {
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
   * Who has a schema already goes on with it while the database is away for a moment: the state changes when runs do
   * not wait any longer.
   */
  private async read(connection: Connection, audience: Audience): Promise<Look> {
    const { datasources, snapshots, outages } = this.deps;
    const [datasource, { signal }] = [datasources.get(connection.name), this.stopping];
    const work = (): Promise<Look> => readAudience(this.deps, connection, audience, signal);
    if (datasource === null || (await snapshots.revision(audience.key)) === null) return work();
    return outages.outlast(datasource, audience.tenant ?? undefined, signal, work);
  }

  /**
   * It was deleted while its login was looking: nothing of what came may stay; where it is back meanwhile, it is looked
   * at anew.
   */
  private async clearAfter({ audience: { key } }: Followed): Promise<void> {
    await this.forget(key);
    const successor = this.followed.get(key);
    if (successor === undefined) return;
    if (successor.running !== undefined) successor.isOutdated = true;
    else void this.look(successor);
  }

  private isFollowed(one: Followed): boolean {
    return this.followed.get(one.audience.key) === one;
  }

  private drop(key: string): void {
    clearTimeout(this.followed.get(key)?.timer);
    this.followed.delete(key);
    this.inTheBackground(key, this.forget(key));
  }

  /** What was deleted while no executor was there to see it. */
  private async dropStrangers(connection: string, present: ReadonlySet<string>): Promise<void> {
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
 * How long to wait before the next look, ms. @param unfit looks in a row whose schema the model file did not fit, this
 * one included
 */
export function waitAfter(
  look: Look,
  unfit: number,
  { refreshMs, retryMs }: Pick<IntrospectionDeps, 'refreshMs' | 'retryMs'>,
): number {
  if (look === 'fits') return refreshMs;
  return look === 'failed' ? retryMs : Math.min(refreshMs, retryMs * 2 ** (unfit - 1));
}
