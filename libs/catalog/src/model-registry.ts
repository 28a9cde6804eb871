import { createHash } from 'node:crypto';
import { resolveModel, type SemanticModel } from '@querent/semantic';
import type { Catalog } from './catalog';
import type { Problem } from './problem';
import type { ConnectionStatus, SnapshotRevision, SnapshotStore } from './snapshot-store';

export interface RegisteredModel {
  /** With problems, it must not be planned with; where the file itself is unreadable it knows no table at all. */
  model: SemanticModel;
  problems: Problem[];
}

/** Whether a connection can be asked now, and why not. */
export type Availability = { state: 'ready'; model: SemanticModel } | { state: 'preparing' | 'unavailable' | 'misconfigured'; since: string | null; detail?: string; problems: Problem[] };

interface Cached {
  registered: RegisteredModel;
  content: string;
  fileHash: string;
  checkedAt: number;
}

/**
 * The resolved semantic models: file over snapshot, kept in memory until either changes. Redis is
 * asked for the snapshot's revision at most once a second and connection.
 */
export class ModelRegistry {
  private readonly cached = new Map<string, Cached>();
  private readonly pending = new Map<string, Promise<RegisteredModel | null>>();

  constructor(
    private readonly catalog: Catalog,
    private readonly snapshots: SnapshotStore,
    private readonly clock: () => number = Date.now,
  ) {}

  /** Null while the connection is unknown or has no snapshot yet. Throws when Redis is away and nothing is cached. */
  async model(connection: string): Promise<RegisteredModel | null> {
    const cached = this.cached.get(connection);
    const source = this.catalog.modelFile(connection);
    if (!this.catalog.connection(connection)) return null;
    if (cached && cached.fileHash === source.hash && this.clock() - cached.checkedAt < 1000) return cached.registered;
    const running = this.pending.get(connection);
    if (running) return running;
    const loading = this.load(connection).finally(() => this.pending.delete(connection));
    this.pending.set(connection, loading);
    return loading;
  }

  /** Model mistakes make a connection misconfigured, whatever its database says; null for an unknown one. */
  async availability(connection: string): Promise<Availability | null> {
    if (this.catalog.isBroken(connection)) return { state: 'misconfigured', since: null, problems: this.catalog.problems().filter(({ file }) => file === `connections/${connection}.yaml`) };
    if (!this.catalog.connection(connection)) return null;
    const [status, registered] = await Promise.all([this.snapshots.status(connection), this.model(connection)]);
    if (registered && registered.problems.length > 0) return { state: 'misconfigured', since: status.since, problems: registered.problems };
    if (registered && status.state === 'ready') return { state: 'ready', model: registered.model };
    return { ...notReady(status), problems: [] };
  }

  private async load(connection: string): Promise<RegisteredModel | null> {
    const source = this.catalog.modelFile(connection);
    const cached = this.cached.get(connection);
    const revision = await this.snapshots.revision(connection).catch((error: unknown) => {
      if (!cached) throw error;
      return undefined;
    });
    // Redis is away: what was known a moment ago serves until it is back.
    if (revision === undefined) return cached?.registered ?? null;
    if (revision === null) {
      this.cached.delete(connection);
      return null;
    }
    const unchanged = cached && cached.fileHash === source.hash && cached.content === revision.content;
    const registered = unchanged ? cached.registered : await this.resolve(connection, revision);
    if (registered) this.cached.set(connection, { registered, content: revision.content, fileHash: source.hash, checkedAt: this.clock() });
    return registered;
  }

  private async resolve(connection: string, revision: SnapshotRevision): Promise<RegisteredModel | null> {
    const snapshot = await this.snapshots.get(connection);
    const known = this.catalog.connection(connection);
    if (!snapshot || !known) return null;
    const source = this.catalog.modelFile(connection);
    // A file that cannot be read may hide columns: without it nothing is known, rather than everything.
    const unreadable = source.problems.length > 0;
    const visible = unreadable ? { ...snapshot, tables: [] } : snapshot;
    const { model, problems } = resolveModel({ connection, snapshot: visible, file: source.file, label: known.label });
    return {
      model: { ...model, version: versionOf(source.hash, revision) },
      problems: [...source.problems, ...problems.map(({ path, message }) => source.problemAt(path, message))],
    };
  }
}

/** Changes whenever an answer planned with the model might: new file, new structure, new stored values. */
function versionOf(fileHash: string, revision: SnapshotRevision): string {
  return createHash('sha256').update(`${fileHash}\n${revision.fingerprint}\n${revision.values}`).digest('hex');
}

/** Ready without a model: the status is a moment ahead of the snapshot this process has seen. */
function notReady(status: ConnectionStatus): { state: 'preparing' | 'unavailable' | 'misconfigured'; since: string | null; detail?: string } {
  const { state, ...rest } = status;
  return { ...rest, state: state === 'ready' ? 'preparing' : state };
}
