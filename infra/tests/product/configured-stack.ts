import { startStack, waitFor, type TestStack } from '@querent/testing';
import { ConfigFolder, type ConfiguredKey } from './config-folder';
import { Kept } from './kept';

const PATIENCE = { timeoutMs: 60_000, intervalMs: 50 };

const kept = new Kept(
  async (): Promise<{ stack: TestStack; folder: ConfigFolder }> => {
    const folder = new ConfigFolder([]);
    // Short retry interval for unavailable databases, because some specs wait for their return.
    return { folder, stack: await startStack({ env: { QUERENT_CONFIG_DIR: folder.dir, SCHEMA_RETRY_MS: '500' } }) };
  },
  async ({ stack, folder }) => {
    await stack.stop();
    folder.remove();
  },
);

/**
 * The built product over a configuration folder. Specs add connections, models and keys while it runs, and remove them
 * at their end. A group of specs shares one stack, because starting it takes longer than most specs. Names of
 * connections, keys and tenants must be unique across specs, because Redis keeps the data of earlier ones.
 */
export class ConfiguredStack {
  private readonly written = new Set<string>();

  private constructor(
    readonly stack: TestStack,
    private readonly folder: ConfigFolder,
  ) {}

  /**
   * @param keys of this spec
   * @param files of the configuration by path, e.g. `models/shop.yaml`
   */
  static async open(keys: readonly ConfiguredKey[], files: Record<string, string> = {}): Promise<ConfiguredStack> {
    const { stack, folder } = await kept.open();
    const fixture = new ConfiguredStack(stack, folder);
    await fixture.changed(() => {
      folder.admit(keys);
      for (const [path, text] of Object.entries(files)) fixture.write(path, text);
    });
    return fixture;
  }

  /** Writes a configuration file, which services reload shortly after. */
  write(path: string, text: string): void {
    this.folder.write(path, text);
    this.written.add(path);
  }

  /** Makes changes and waits until every service has read them. */
  async changed(change: () => void): Promise<void> {
    const before = this.stack.log().length;
    change();
    await waitFor(() => {
      const log = this.stack.log().slice(before);
      return Object.keys(this.stack.healthUrls).every(
        (service) => connectionsRead(log, service) === this.folder.connections(),
      );
    }, PATIENCE);
  }

  /** Each spec calls this at its end. */
  async leave(): Promise<void> {
    await kept.leave(() =>
      this.changed(() => {
        for (const path of this.written) this.folder.remove(path);
        this.folder.admit([]);
      }),
    );
  }
}

/** The group calls this to keep the stack until its last spec has ended. */
export const keepConfiguredStack = (): void => kept.keep();

/** Number of connections that a service found at its last reload. Undefined before the first one. */
function connectionsRead(log: string, service: string): number | undefined {
  const lines = log
    .split('\n')
    .filter((line) => line.startsWith(`${service} `) && line.includes('"configuration read"'));
  const [, count] = /"connections":(\d+)/.exec(lines.at(-1) ?? '') ?? [];
  return count === undefined ? undefined : Number(count);
}
