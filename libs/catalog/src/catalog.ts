import { stat } from 'node:fs/promises';
import { initParser } from '@querent/sql';
import type { Agent } from './files/agent-file';
import {
  emptyContent,
  noModelFile,
  ofTenant,
  readContent,
  type CatalogContent,
  type ModelSource,
} from './files/catalog-content';
import type { Connection, Credentials } from './files/connection-file';
import { watchFolder } from './files/folder-watch';
import { LayeredFiles, merged, type SourcedItem } from './files/layered-files';
import {
  demoKeys,
  findKey,
  hasExpired,
  versionOf,
  withoutHash,
  type ApiKey,
  type Scope,
  type StoredKey,
} from './key-ring';
import { isLoopback } from './loopback';
import { logMistakes, type MistakeLogger } from './files/mistake-log';
import type { Problem } from './files/problem';
import type { CatalogRevisions } from './revisions/revision-store';
import type { Sample } from './samples/sample-lines';
import { LimitsUnknownError, type TenantLimits } from './tenant-limits';

/** Content of the configuration folder, from its last valid version. */
export interface Catalog {
  connection(name: string): Connection | undefined;
  /** By name. */
  connections(): Connection[];
  /**
   * Whether a connection is declared but its file has never been valid: queries are then answered "misconfigured", not
   * "unknown".
   */
  isBroken(name: string): boolean;
  modelFile(name: string): ModelSource;
  /** Samples in files: those of all tenants, after the tenant's own if one is given. */
  samples(name: string, tenant?: string): Sample[];
  /** The tenant's own agent of that name, else the shared one. */
  agent(name: string, tenant: string): Agent | undefined;
  /** Those that a tenant may use; all of them if it is absent. */
  agents(tenant?: string): Agent[];
  /** The API key of a bearer token; null if it is unknown. */
  findKey(bearer: string): ApiKey | null;
  /** The current key of that name; null if it was removed or has expired. */
  keyNamed(name: string): ApiKey | null;
  /** Changes with everything about a key, also its secret; null if it was removed or has expired. */
  keyVersion(name: string): string | null;
  /** All keys, also expired ones, without their hashes. */
  allKeys(): ApiKey[];
  /** Names of the keys that currently have a scope. */
  keysWith(scope: Scope): string[];
  /** A tenant's limits in the tenants file; empty if the file does not list the tenant. */
  limitsOf(tenant: string): Partial<TenantLimits>;
  /** The limits of all tenants that the tenants file lists. */
  limits(): readonly TenantLimits[];
  /**
   * The tenants that have a key; null if not all tenants are known: there is no keys file, it was never valid, or
   * tokens name tenants too.
   */
  tenants(): ReadonlySet<string> | null;
  /** True without a keys file on loopback: the keys `demo` and `viewer` are accepted. */
  readonly demoMode: boolean;
  /** All mistakes in the current files. */
  problems(): Problem[];
  /** The text in force of a path in the configuration folder, and its layer. */
  item(path: string): SourcedItem;
  /** Number of the last revision that is in force; null: unknown, because Redis has not been available. */
  head(): string | null;
  /** All texts in force, by path. */
  texts(): ReadonlyMap<string, string>;
  /** The content that the configuration would have with other texts; null removes one. Changes nothing. */
  tried(changes: ReadonlyMap<string, string | null>): CatalogContent;
  /**
   * False until the changes made over the API were read, so that what they configure does not count as removed. True in
   * a catalog of files alone.
   */
  isComplete(): boolean;
  /**
   * Calls `listener` after each change of the content.
   * @returns unsubscribes
   */
  onChange(listener: () => void): () => void;
  /** Reads the folder immediately; resolves when the new content is in use. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

export interface CatalogOptions {
  logger?: CatalogLogger;
  /** What was written over the API, on top of the files. */
  revisions?: CatalogRevisions;
  /** Listening address of the service; demo keys are accepted on loopback only. Default: `HOST`, else 127.0.0.1. */
  host?: string;
  /** Environment for `${NAME}` in urls. Null for services that hold no database credentials. Default: process.env. */
  credentials?: Credentials;
  /** Default true. */
  watch?: boolean;
  /** Tokens of an issuer are accepted beside keys: they may name any tenant, and there is no demo mode. */
  acceptsTokens?: boolean;
}

export interface CatalogLogger extends MistakeLogger {
  info(fields: object, message: string): void;
}

/**
 * Opens the configuration folder and follows its changes, and those made over the API. While Redis is unavailable at
 * the start, the files alone are in force. Mistakes do not throw: they are in `problems()` and the log.
 * Throws only if the folder is missing or unreadable, or if the tenants file is invalid at the start: without it, no
 * limits would apply, and this would go unnoticed. (If it becomes invalid later, the last valid version stays in
 * force.)
 */
export async function openCatalog(dir: string, options: CatalogOptions = {}): Promise<Catalog> {
  const catalog = new FolderCatalog(dir, options);
  await catalog.open();
  return catalog;
}

class FolderCatalog implements Catalog {
  private content: CatalogContent = emptyContent;
  private readonly files: LayeredFiles;
  private readonly listeners = new Set<() => void>();
  private stopWatch: () => Promise<void> = async () => undefined;
  private reading: Promise<void> = Promise.resolve();
  private demo = false;

  constructor(
    private readonly dir: string,
    private readonly options: CatalogOptions,
  ) {
    this.files = new LayeredFiles(dir, options.revisions, (reason, message) =>
      options.logger?.warn({ reason }, message),
    );
  }

  async open(): Promise<void> {
    await requireFolder(this.dir);
    // Followed before the first read, so that no change is missed in between.
    this.files.follow(() => void this.reload().catch((error: unknown) => this.unreadable(error)));
    await this.read();
    if (this.content.tenants === null)
      throw new LimitsUnknownError(this.content.problems.filter(({ file }) => file === 'tenants.yaml'));
    // Decided once: if the keys file is deleted later, access is denied instead of opened.
    this.demo =
      this.content.keys === null &&
      this.options.acceptsTokens !== true &&
      isLoopback(this.options.host ?? process.env['HOST'] ?? '127.0.0.1');
    if (this.options.watch === false) return;
    this.stopWatch = await watchFolder(
      this.dir,
      () => void this.reload().catch((error: unknown) => this.unreadable(error)),
      (error) => this.unreadable(error),
    );
    // Reads changes made while the watch was being set up.
    await this.reload();
  }

  get demoMode(): boolean {
    return this.demo && this.content.keys === null;
  }

  connection(name: string): Connection | undefined {
    return this.content.connections.get(name);
  }

  connections(): Connection[] {
    return [...this.content.connections.values()];
  }

  isBroken(name: string): boolean {
    return this.content.broken.has(name);
  }

  modelFile(name: string): ModelSource {
    return this.content.models.get(name) ?? noModelFile(name);
  }

  samples(name: string, tenant?: string): Sample[] {
    const own = tenant === undefined ? undefined : this.content.samples.get(ofTenant(name, tenant));
    return own ?? this.content.samples.get(name) ?? [];
  }

  agent(name: string, tenant: string): Agent | undefined {
    return this.content.agents.get(ofTenant(name, tenant)) ?? this.content.agents.get(name);
  }

  agents(tenant?: string): Agent[] {
    return [...this.content.agents.values()].filter(
      (agent) =>
        tenant === undefined ||
        agent.tenant === tenant ||
        (agent.tenant === undefined && this.agent(agent.name, tenant) === agent),
    );
  }

  findKey(bearer: string): ApiKey | null {
    return findKey(this.keys(), bearer);
  }

  keyNamed(name: string): ApiKey | null {
    const key = this.storedKey(name);
    return key === null ? null : withoutHash(key);
  }

  keyVersion(name: string): string | null {
    const key = this.storedKey(name);
    return key === null ? null : versionOf(key);
  }

  allKeys(): ApiKey[] {
    return this.keys().map(withoutHash);
  }

  keysWith(scope: Scope): string[] {
    return this.keys()
      .filter((key) => key.scopes.includes(scope) && !hasExpired(key))
      .map(({ name }) => name);
  }

  limits(): readonly TenantLimits[] {
    return this.content.tenants ?? [];
  }

  limitsOf(tenant: string): Partial<TenantLimits> {
    return this.content.tenants?.find(({ name }) => name === tenant) ?? {};
  }

  tenants(): ReadonlySet<string> | null {
    if (this.options.acceptsTokens === true) return null;
    const keys = this.keys();
    const isKnown = this.isComplete() && (this.content.keys !== null || this.content.ownKeys.size > 0);
    return isKnown && keys.length > 0 ? new Set(keys.map(({ tenant }) => tenant)) : null;
  }

  problems(): Problem[] {
    return [...this.content.problems];
  }

  item(path: string): SourcedItem {
    return this.files.item(path);
  }

  head(): string | null {
    return this.files.head;
  }

  texts(): ReadonlyMap<string, string> {
    return this.files.texts;
  }

  tried(changes: ReadonlyMap<string, string | null>): CatalogContent {
    return readContent(merged(this.files.texts, changes), this.content, this.credentials());
  }

  isComplete(): boolean {
    return this.files.isComplete;
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Reads are serialised: two concurrent reads could finish in the wrong order. */
  reload(): Promise<void> {
    this.reading = this.reading.catch(() => undefined).then(() => this.read());
    return this.reading;
  }

  async close(): Promise<void> {
    this.listeners.clear();
    await this.stopWatch();
    await this.reading.catch(() => undefined);
  }

  private storedKey(name: string): StoredKey | null {
    return this.keys().find((key) => key.name === name && !hasExpired(key)) ?? null;
  }

  private keys(): readonly StoredKey[] {
    const { keys, ownKeys } = this.content;
    const listed = this.demoMode ? demoKeys : (keys ?? []);
    return [...listed.filter(({ name }) => !ownKeys.has(name)), ...[...ownKeys.values()].filter((key) => key !== null)];
  }

  private credentials(): Credentials {
    return this.options.credentials === undefined ? process.env : this.options.credentials;
  }

  private async read(): Promise<void> {
    const [isChanged] = await Promise.all([this.files.read(), initParser()]);
    if (!isChanged && this.content !== emptyContent) return;
    this.content = readContent(this.files.texts, this.content, this.credentials());
    if (this.options.logger) logMistakes(this.options.logger, this.content.problems);
    this.options.logger?.info(
      { connections: this.content.connections.size, problems: this.content.problems.length },
      'configuration read',
    );
    for (const listener of this.listeners) this.notify(listener);
  }

  /** An error of one listener must not affect the others or the read. */
  private notify(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.options.logger?.warn({ reason: (error as Error).message }, 'a listener of configuration changes failed');
    }
  }

  private unreadable(error: unknown): void {
    this.options.logger?.warn(
      { reason: (error as Error).message },
      'configuration folder unreadable; the last valid content stays in use',
    );
  }
}

async function requireFolder(dir: string): Promise<void> {
  const found = await stat(dir).catch(() => null);
  if (!found?.isDirectory()) throw new Error(`The configuration folder ${dir} does not exist; set QUERENT_CONFIG_DIR.`);
}
