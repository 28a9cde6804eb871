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

/** Everything that stands in the configuration folder, always as of its last good reading. */
export interface Catalog {
  connection(name: string): Connection | undefined;
  /** By name. */
  connections(): Connection[];
  /** Declared, but its file has never been good: asking it is "misconfigured", not "unknown". */
  isBroken(name: string): boolean;
  modelFile(name: string): ModelSource;
  samples(name: string): Sample[];
  agent(name: string): Agent | undefined;
  agents(): Agent[];
  /** Who a bearer key belongs to; null for nobody's. */
  findKey(bearer: string): ApiKey | null;
  /** What the key of that name may do now; null when it is no more, or has expired. */
  keyNamed(name: string): ApiKey | null;
  /** Names of the keys that have a scope now. */
  keysWith(scope: Scope): string[];
  /** What the tenants file says of a tenant; nothing of one that it does not name. */
  limitsOf(tenant: string): Partial<TenantLimits>;
  /** Those with a key; null where no key tells: without a keys file, or with one that was never good. */
  tenants(): ReadonlySet<string> | null;
  /** True without a keys file on loopback: `demo` and `viewer` are let in. */
  readonly demoMode: boolean;
  /** Every mistake in the files as they are now. */
  problems(): Problem[];
  /** Calls back after each reading that changed anything. @returns unsubscribes */
  onChange(listener: () => void): () => void;
  /** Reads the folder now instead of waiting for the watch; resolves when the new content is in use. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

export interface CatalogOptions {
  logger?: CatalogLogger;
  /** Where the service listens; demo keys are honoured on loopback only. Default: `HOST`, else 127.0.0.1. */
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
 * Opens the configuration folder and follows its changes. Mistakes never throw: they are in `problems()` and the log.
 * Throws only when the folder itself is missing or unreadable, and when the tenants file is spoilt from the beginning:
 * what would then be in force is no limits, and nobody would notice. (One that is spoilt later leaves the last good one
 * in force.)
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
    // Decided once: a keys file that is deleted later locks the door instead of opening it.
    this.demo = this.content.keys === null && isLoopback(this.options.host ?? process.env['HOST'] ?? '127.0.0.1');
    if (this.options.watch === false) return;
    this.stopWatch = await watchFolder(
      this.dir,
      () => void this.reload().catch((error: unknown) => this.unreadable(error)),
      (error) => this.unreadable(error),
    );
    // What changed while the watch was being set up.
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

  /** Readings queue up: two at once could finish in the wrong order. */
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
    for (const listener of this.listeners) this.tell(listener);
  }

  /** One listener's mistake is not another's, nor the reading's. */
  private tell(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.options.logger?.warn({ reason: (error as Error).message }, 'a listener of configuration changes failed');
    }
  }

  private unreadable(error: unknown): void {
    this.options.logger?.warn(
      { reason: (error as Error).message },
      'configuration folder unreadable; the last good reading stays in use',
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
