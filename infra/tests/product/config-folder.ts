import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';

/** An API key of the configuration. Its bearer token is its name. */
export interface ConfiguredKey {
  name: string;
  tenant: string;
  scopes: string[];
}

/** The keys of a tenant: `<tenant>-chief` with all rights, `<tenant>-viewer` without access to SQL. */
export const chiefAndViewer = (tenant: string): ConfiguredKey[] => [
  { name: `${tenant}-chief`, tenant, scopes: ['query', 'sql:read', 'admin'] },
  { name: `${tenant}-viewer`, tenant, scopes: ['query'] },
];

/** A temporary folder of configuration files. */
export class ConfigFolder {
  readonly dir = mkdtempSync(`${tmpdir()}/querent-config-`);

  constructor(keys: readonly ConfiguredKey[]) {
    for (const folder of ['connections', 'models']) mkdirSync(`${this.dir}/${folder}`);
    this.admit(keys);
  }

  /** @param path in the folder, e.g. `models/shop.yaml` */
  write(path: string, text: string): void {
    mkdirSync(dirname(`${this.dir}/${path}`), { recursive: true });
    writeFileSync(`${this.dir}/${path}`, text);
  }

  /** Replaces all keys. */
  admit(keys: readonly ConfiguredKey[]): void {
    const stored = keys.map((key) => ({ ...key, sha256: createHash('sha256').update(key.name).digest('hex') }));
    // A time stamp makes the file differ, because services reload only changed files.
    this.write('keys.yaml', `# ${performance.now()}\n${JSON.stringify(stored)}`);
  }

  connections(): number {
    return readdirSync(`${this.dir}/connections`).length;
  }

  remove(path = ''): void {
    rmSync(`${this.dir}/${path}`, { recursive: true, force: true });
  }
}
