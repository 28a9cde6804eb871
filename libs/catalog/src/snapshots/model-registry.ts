import { createHash } from 'node:crypto';
import type { SchemaSnapshot } from '@querent/contracts';
import { inSlices } from '@querent/platform';
import { resolutionSteps, type SemanticModel } from '@querent/model';
import { initParser } from '@querent/sql';
import { audienceOf, hasLogin } from '../audience';
import type { Catalog } from '../catalog';
import { placed, type ModelSource } from '../files/catalog-content';
import type { Connection } from '../files/connection-file';
import type { Problem } from '../files/problem';
import type { ConnectionStatus, SnapshotRevision, SnapshotStore } from './snapshot-store';

export interface RegisteredModel {
  /** With problems, it must not be planned with; where the file itself is unreadable it knows no table at all. */
  model: SemanticModel;
  problems: Problem[];
  /** Mistakes that take single entries out: their words are reserved in the model. */
  mistakes?: Problem[];
  /**
   * Parts of the file that are absent for this audience because its login may not read what they name; for
   * administrators.
   */
  notes?: Problem[];
  /** Digest of the login whose eyes it was read with; absent where none was told. */
  login?: string;
  /** `schema.name` of functions that read past row security; absent where tenants have no logins. */
  closedFunctions?: readonly string[];
}

/**
 * Whether a connection can be asked now, and why not. The `model` of one whose database is away is what was read
 * before: questions can be planned with it, and whoever runs their statements waits for the database.
 */
export type Availability =
  /** `problems`: of single entries, which are out of use. */
  | { state: 'ready'; model: SemanticModel; problems?: Problem[] }
  | (NotReady & { state: 'unavailable'; model: SemanticModel })
  | (NotReady & { state: 'preparing' | 'unavailable' | 'misconfigured'; model?: undefined });

interface NotReady {
  since: string | null;
  detail?: string;
  problems: Problem[];
}

interface Cached {
  registered: RegisteredModel;
  content: string;
  declared: string;
  checkedAt: number;
}

/**
 * The resolved semantic models: file over the snapshot that an audience's login gave, kept in memory until either
 * changes. Redis is asked for the snapshot's revision at most once a second and audience. `tenant` null means the
 * common login.
 */
export class ModelRegistry {
  private readonly cached = new Map<string, Cached>();
  private readonly pending = new Map<string, Promise<RegisteredModel | null>>();

  constructor(
    private readonly catalog: Catalog,
    private readonly snapshots: SnapshotStore,
    private readonly clock: () => number = Date.now,
  ) {}

  /**
   * Null while the connection is unknown, the tenant has no login on it, or there is no snapshot yet. Throws when Redis
   * is away and nothing is cached.
   */
  async model(name: string, tenant: string | null): Promise<RegisteredModel | null> {
    const connection = this.catalog.connection(name);
    const audience = connection === undefined ? null : audienceFor(connection, tenant);
    if (connection === undefined || audience === null) return null;
    const cached = this.cached.get(audience);
    if (cached && cached.declared === this.declared(connection) && this.clock() - cached.checkedAt < 1000)
      return cached.registered;
    const running = this.pending.get(audience);
    if (running) return running;
    const loading = this.load(connection, audience).finally(() => this.pending.delete(audience));
    this.pending.set(audience, loading);
    return loading;
  }

  /**
   * Mistakes that spoil a model make a connection misconfigured, whatever its database says; so does a missing login.
   * Null for an unknown connection.
   */
  async availability(name: string, tenant: string | null): Promise<Availability | null> {
    if (this.catalog.isBroken(name))
      return {
        state: 'misconfigured',
        since: null,
        problems: this.catalog.problems().filter(({ file }) => file === `connections/${name}.yaml`),
      };
    const connection = this.catalog.connection(name);
    if (!connection) return null;
    const audience = audienceFor(connection, tenant);
    if (audience === null)
      return {
        state: 'misconfigured',
        since: null,
        detail: 'the tenant has no login on this connection',
        problems: [],
      };
    const [status, registered] = await Promise.all([this.snapshots.status(audience), this.model(name, tenant)]);
    if (registered && registered.problems.length > 0)
      return { state: 'misconfigured', since: status.since, problems: registered.problems };
    if (registered && status.state === 'ready')
      return { state: 'ready', model: registered.model, problems: registered.mistakes };
    if (registered && status.state === 'unavailable')
      return { ...status, state: 'unavailable', model: registered.model, problems: registered.mistakes ?? [] };
    return { ...notReady(status), problems: [] };
  }

  private async load(connection: Connection, audience: string): Promise<RegisteredModel | null> {
    const declared = this.declared(connection);
    const cached = this.cached.get(audience);
    const revision = await this.snapshots.revision(audience).catch((error: unknown) => {
      if (!cached) throw error;
      return undefined;
    });
    // Redis is away: what was known a moment ago serves until it is back.
    if (revision === undefined) return cached?.registered ?? null;
    if (revision === null) {
      this.cached.delete(audience);
      return null;
    }
    const unchanged = cached && cached.declared === declared && cached.content === revision.content;
    const registered = unchanged ? cached.registered : await this.resolve(connection, audience, revision);
    if (registered)
      this.cached.set(audience, { registered, content: revision.content, declared, checkedAt: this.clock() });
    return registered;
  }

  /** All of the files that a model depends on. */
  private declared({ name, label, functions }: Connection): string {
    return JSON.stringify([this.catalog.modelFile(name).hash, label, functions]);
  }

  private async resolve(
    connection: Connection,
    audience: string,
    revision: SnapshotRevision,
  ): Promise<RegisteredModel | null> {
    const [snapshot] = await Promise.all([this.snapshots.get(audience), initParser()]);
    if (!snapshot) return null;
    const source = this.catalog.modelFile(connection.name);
    const { model, ...found } = await resolvedModel(source, connection, snapshot);
    return {
      model: { ...model, version: versionOf(source.hash, revision, model, snapshot) },
      ...found,
      login: revision.login,
      closedFunctions: snapshot.closedFunctions,
    };
  }
}

/**
 * A connection's model over what a login sees of its database, with every mistake of its file in its place. The
 * PostgreSQL parser must be ready.
 */
export async function resolvedModel(
  source: ModelSource,
  connection: Connection,
  snapshot: SchemaSnapshot,
): Promise<Required<Omit<RegisteredModel, 'login' | 'closedFunctions'>>> {
  // A file that cannot be read may hide columns: without it nothing is known, rather than everything.
  const unreadable = source.problems.length > 0;
  const visible = unreadable ? { ...snapshot, tables: [], withheld: [] } : snapshot;
  const { model, problems, notes } = await inSlices(
    resolutionSteps({
      connection: connection.name,
      snapshot: visible,
      file: source.file,
      label: connection.label,
      functions: connection.functions,
    }),
  );
  const found = problems.map((problem) => placed(problem, source.problemAt));
  return {
    model,
    problems: [...source.problems, ...found.filter(({ entry }) => !entry)],
    mistakes: found.filter(({ entry }) => entry),
    notes: notes.map((note) => placed(note, source.problemAt)),
  };
}

/** Null: the tenant has no login there. */
function audienceFor(connection: Connection, tenant: string | null): string | null {
  if (tenant === null) return connection.roles === undefined ? connection.name : null;
  return hasLogin(connection, tenant) ? audienceOf(connection, tenant) : null;
}

/**
 * Changes whenever an answer planned with the model might: new file, new structure, new stored values, another login,
 * another zone of the server, other functions that read past row security.
 */
function versionOf(
  fileHash: string,
  { fingerprint, values, login }: SnapshotRevision,
  { timezone, timezoneFrom }: SemanticModel,
  { closedFunctions }: SchemaSnapshot,
): string {
  const zone = timezoneFrom === undefined ? '' : `\n${timezone}`;
  const closed = closedFunctions === undefined ? '' : `\n${JSON.stringify(closedFunctions)}`;
  return createHash('sha256').update(`${fileHash}\n${fingerprint}\n${values}\n${login}${zone}${closed}`).digest('hex');
}

/** Ready without a model: the status is a moment ahead of the snapshot this process has seen. */
function notReady(status: ConnectionStatus): {
  state: 'preparing' | 'unavailable' | 'misconfigured';
  since: string | null;
  detail?: string;
} {
  const { state, ...rest } = status;
  return { ...rest, state: state === 'ready' ? 'preparing' : state };
}
