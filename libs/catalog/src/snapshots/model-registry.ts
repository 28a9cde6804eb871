import { createHash } from 'node:crypto';
import type { SchemaSnapshot } from '@querent/contracts';
import { bilingual } from '@querent/language';
import { inSlices } from '@querent/platform';
import { resolutionSteps, type SemanticModel } from '@querent/model';
import { initParser } from '@querent/sql';
import { audienceOf, hasLogin } from '../audience';
import type { Catalog } from '../catalog';
import { located, type ModelSource } from '../files/catalog-content';
import type { Connection } from '../files/connection-file';
import type { Problem } from '../files/problem';
import type { ConnectionStatus, SnapshotRevision, SnapshotStore } from './snapshot-store';

export interface RegisteredModel {
  /** Must not be used for planning if there are problems; if the file is unreadable, it contains no tables. */
  model: SemanticModel;
  problems: Problem[];
  /** Mistakes that disable single entries; the words of those entries are reserved in the model. */
  mistakes?: Problem[];
  /**
   * Parts of the file that are omitted for this audience because its login may not read the data; for administrators.
   */
  notes?: Problem[];
  /** Digest of the login that read the schema; absent if unknown. */
  login?: string;
  /** `schema.name` of functions that bypass row security; absent if tenants share a login. */
  closedFunctions?: readonly string[];
}

/**
 * Whether a connection can be queried now, and why not. If its database is unavailable, `model` is the last one read:
 * questions can be planned, and the stage that runs their statements waits for the database.
 */
export type Availability =
  /** `problems`: of single entries, which are disabled. */
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
 * The resolved semantic models: the model file combined with the snapshot of an audience's login, cached in memory
 * until either changes. Redis is queried for the snapshot's revision at most once per second and audience. `tenant`
 * null means the shared login.
 */
export class ModelRegistry {
  private readonly cached = new Map<string, Cached>();
  private readonly pending = new Map<string, Promise<RegisteredModel | null>>();
  private readonly declarations = new WeakMap<Connection, { hash: string; text: string }>();

  constructor(
    private readonly catalog: Catalog,
    private readonly snapshots: SnapshotStore,
    private readonly clock: () => number = Date.now,
  ) {}

  /**
   * Null if the connection is unknown, the tenant has no login on it, or there is no snapshot yet. Throws if Redis is
   * unavailable and nothing is cached.
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
   * Mistakes that invalidate a model, or a missing login, make a connection misconfigured, whatever the state of its
   * database. Null for an unknown connection.
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
        detail: bilingual('the tenant has no login on this connection'),
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
    // Redis is unavailable: the cached model is used until it is back.
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

  /** Identifies the configuration that a model depends on; computed once for a connection as it was read. */
  private declared(connection: Connection): string {
    const { hash } = this.catalog.modelFile(connection.name);
    const known = this.declarations.get(connection);
    if (known?.hash === hash) return known.text;
    const text = JSON.stringify([hash, connection.label, connection.functions]);
    this.declarations.set(connection, { hash, text });
    return text;
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
 * Resolves a connection's model from its file and a login's snapshot, with the location of every mistake. The
 * PostgreSQL parser must be ready.
 */
export async function resolvedModel(
  source: ModelSource,
  connection: Connection,
  snapshot: SchemaSnapshot,
): Promise<Required<Omit<RegisteredModel, 'login' | 'closedFunctions'>>> {
  // An unreadable file may hide columns, so the model is empty instead of complete.
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
  const found = problems.map((problem) => located(problem, source.problemAt));
  return {
    model,
    problems: [...source.problems, ...found.filter(({ entry }) => !entry)],
    mistakes: found.filter(({ entry }) => entry),
    notes: notes.map((note) => located(note, source.problemAt)),
  };
}

/** Null if the tenant has no login there. */
function audienceFor(connection: Connection, tenant: string | null): string | null {
  if (tenant === null) return connection.roles === undefined ? connection.name : null;
  return hasLogin(connection, tenant) ? audienceOf(connection, tenant) : null;
}

/**
 * Version of a model; changes whenever an answer planned with it might: new file, structure, stored values, login,
 * server time zone, or functions that bypass row security.
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

/**
 * State without a model; `ready` becomes `preparing`, because the status is ahead of the snapshot that this process has
 * read.
 */
function notReady(status: ConnectionStatus): {
  state: 'preparing' | 'unavailable' | 'misconfigured';
  since: string | null;
  detail?: string;
} {
  const { state, ...rest } = status;
  return { ...rest, state: state === 'ready' ? 'preparing' : state };
}
