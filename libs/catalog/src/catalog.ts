import { stat } from 'node:fs/promises';
import { initParser } from '@querent/sql';
import type { Agent } from './files/agent-file';
import { emptyContent, noModelFile, readContent, type CatalogContent, type ModelSource } from './files/catalog-content';
import type { Connection, Credentials } from './files/connection-file';
import { readFolder, type FolderFiles } from './files/folder-files';
import { watchFolder } from './files/folder-watch';
import { demoKeys, findKey, hasExpired, isLoopback, type ApiKey, type Scope, type StoredKey } from './key-ring';
import { logMistakes, type MistakeLogger } from './files/mistake-log';
import type { Problem } from './files/problem';
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
  samples(name: string): Sample[];
  agent(name: string): Agent | undefined;
  agents(): Agent[];
  /** The API key of a bearer token; null if it is unknown. */
  findKey(bearer: string): ApiKey | null;
  /** The current key of that name; null if it was removed or has expired. */
  keyNamed(name: string): ApiKey | null;
  /** Names of the keys that currently have a scope. */
  keysWith(scope: Scope): string[];
  /** A tenant's limits in the tenants file; empty if the file does not list the tenant. */
  limitsOf(tenant: string): Partial<TenantLimits>;
  /** The tenants that have a key; null if this is unknown: there is no keys file, or it was never valid. */
  tenants(): ReadonlySet<string> | null;
  /** True without a keys file on loopback: the keys `demo` and `viewer` are accepted. */
  readonly demoMode: boolean;
  /** All mistakes in the current files. */
  problems(): Problem[];
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
  /** Listening address of the service; demo keys are accepted on loopback only. Default: `HOST`, else 127.0.0.1. */
  host?: string;
  /** Environment for `${NAME}` in urls. Null for services that hold no database credentials. Default: process.env. */
  credentials?: Credentials;
  /** Default true. */
  watch?: boolean;
}

export interface CatalogLogger extends MistakeLogger {
  info(fields: object, message: string): void;
}

/**
 * Opens the configuration folder and follows its changes. Mistakes do not throw: they are in `problems()` and the log.
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
  private files: FolderFiles = new Map();
  private readonly listeners = new Set<() => void>();
  private stopWatch: () => Promise<void> = async () => undefined;
  private reading: Promise<void> = Promise.resolve();
  private demo = false;

  constructor(
    private readonly dir: string,
    private readonly options: CatalogOptions,
  ) {}

  async open(): Promise<void> {
    await requireFolder(this.dir);
    await this.read();
    if (this.content.tenants === null)
      throw new LimitsUnknownError(this.content.problems.filter(({ file }) => file === 'tenants.yaml'));
    // Decided once: if the keys file is deleted later, access is denied instead of opened.
    this.demo = this.content.keys === null && isLoopback(this.options.host ?? process.env['HOST'] ?? '127.0.0.1');
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

  samples(name: string): Sample[] {
    return this.content.samples.get(name) ?? [];
  }

  agent(name: string): Agent | undefined {
    return this.content.agents.get(name);
  }

  agents(): Agent[] {
    return [...this.content.agents.values()];
  }

  findKey(bearer: string): ApiKey | null {
    return findKey(this.keys(), bearer);
  }

  keyNamed(name: string): ApiKey | null {
    return this.keys().find((key) => key.name === name && !hasExpired(key)) ?? null;
  }

  keysWith(scope: Scope): string[] {
    return this.keys()
      .filter((key) => key.scopes.includes(scope) && !hasExpired(key))
      .map(({ name }) => name);
  }

  limitsOf(tenant: string): Partial<TenantLimits> {
    return this.content.tenants?.find(({ name }) => name === tenant) ?? {};
  }

  tenants(): ReadonlySet<string> | null {
    const { keys } = this.content;
    return keys === null || keys.length === 0 ? null : new Set(keys.map(({ tenant }) => tenant));
  }

  problems(): Problem[] {
    return [...this.content.problems];
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

  private keys(): readonly StoredKey[] {
    return this.demoMode ? demoKeys : (this.content.keys ?? []);
  }

  private async read(): Promise<void> {
    const [files] = await Promise.all([readFolder(this.dir), initParser()]);
    if (sameFiles(files, this.files) && this.content !== emptyContent) return;
    const credentials = this.options.credentials === undefined ? process.env : this.options.credentials;
    this.content = readContent(files, this.content, credentials);
    this.files = files;
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

function sameFiles(a: FolderFiles, b: FolderFiles): boolean {
  return a.size === b.size && [...a].every(([file, text]) => b.get(file) === text);
}
