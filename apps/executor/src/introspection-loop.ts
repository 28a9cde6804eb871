import type { Catalog, Connection, SnapshotStore } from '@querent/catalog';
import { DatabaseFailure, introspect } from '@querent/datasource';
import type { Logger } from '@querent/platform';
import type { DatasourceRegistry } from './datasource-registry';
import { hiddenParts } from './hidden-parts';
import { indexedColumns } from './indexed-columns';

export interface IntrospectionDeps {
  catalog: Catalog;
  datasources: DatasourceRegistry;
  snapshots: SnapshotStore;
  logger: Logger;
  /** Told when a connection's schema was read: answers cached with an older model or schema must go. */
  onRead: (connection: string) => Promise<void>;
  /** A connection that answers is looked at again after so long, ms. */
  refreshMs: number;
  /** A connection that does not answer is tried again after so long, ms. */
  retryMs: number;
}

/** Distinct values kept of an indexed column, at most. */
const MAX_VALUES = 2_000;

/**
 * Keeps the snapshot of every connection fresh: at start, when its file changes, on request, and from time to time. Each
 * connection has its own clock, so that one that hangs holds up no other.
 */
export class IntrospectionLoop {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly running = new Map<string, Promise<void>>();
  private readonly seen = new Map<string, string>();
  private readonly stopping = new AbortController();
  private unsubscribe: () => void = () => undefined;

  constructor(private readonly deps: IntrospectionDeps) {}

  start(): void {
    this.unsubscribe = this.deps.catalog.onChange(() => this.followCatalog());
    this.followCatalog();
  }

  /** Looks at a connection now; one look at a time. */
  refresh(name: string): Promise<void> {
    const known = this.running.get(name);
    if (known !== undefined) return known;
    const look = this.look(name).finally(() => this.running.delete(name));
    this.running.set(name, look);
    return look;
  }

  async stop(): Promise<void> {
    this.unsubscribe();
    this.stopping.abort(new Error('the executor is shutting down'));
    this.timers.forEach((timer) => clearTimeout(timer));
    await Promise.allSettled(this.running.values());
  }

  /** Refreshes what is new or changed; forgets what was deleted. */
  private followCatalog(): void {
    const { catalog, snapshots } = this.deps;
    const present = new Set(catalog.connections().map(({ name }) => name));
    for (const name of this.seen.keys()) {
      if (present.has(name)) continue;
      this.seen.delete(name);
      clearTimeout(this.timers.get(name));
      void snapshots.remove(name).catch((error: unknown) => this.warn(name, error));
    }
    for (const connection of catalog.connections()) {
      const declared = JSON.stringify([connection, catalog.modelFile(connection.name).hash]);
      if (this.seen.get(connection.name) === declared) continue;
      this.seen.set(connection.name, declared);
      void this.refresh(connection.name);
    }
  }

  private async look(name: string): Promise<void> {
    clearTimeout(this.timers.get(name));
    const connection = this.deps.catalog.connection(name);
    if (connection === undefined || this.stopping.signal.aborted) return;
    const well = await this.take(connection).catch(async (error: unknown) => {
      if (!this.stopping.signal.aborted) await this.report(name, error).catch((failure: unknown) => this.warn(name, failure));
      return false;
    });
    if (this.stopping.signal.aborted) return;
    this.timers.set(name, setTimeout(() => void this.refresh(name), well ? this.deps.refreshMs : this.deps.retryMs));
  }

  private async take(connection: Connection): Promise<boolean> {
    const { datasources, snapshots, catalog, logger } = this.deps;
    const datasource = datasources.get(connection.name);
    if (datasource === null) {
      await snapshots.setStatus(connection.name, 'misconfigured', 'the login could not be resolved: a variable in its url is missing');
      return false;
    }
    const { file } = catalog.modelFile(connection.name);
    const snapshot = await introspect(datasource, { valueIndexColumns: indexedColumns(file), isHidden: hiddenParts(file), maxValues: MAX_VALUES, signal: this.stopping.signal });
    await snapshots.put(snapshot);
    await this.deps.onRead(connection.name);
    logger.info({ connection: connection.name, tables: snapshot.tables.length }, 'schema read');
    return true;
  }

  private async report(name: string, error: unknown): Promise<void> {
    this.warn(name, error);
    const closed = error instanceof DatabaseFailure && (error.errorClass.name === 'permission' || error.errorClass.name === 'no_access');
    const detail = error instanceof Error ? error.message : String(error);
    await this.deps.snapshots.setStatus(name, closed ? 'misconfigured' : 'unavailable', detail);
  }

  private warn(name: string, error: unknown): void {
    this.deps.logger.warn({ connection: name, error: error instanceof Error ? error.message : String(error) }, 'introspection');
  }
}
