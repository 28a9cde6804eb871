import { startStack, waitFor, type TestStack } from '@querent/testing';
import { ConfigFolder, type ConfiguredKey } from './config-folder';

const PATIENCE = { timeoutMs: 60_000, intervalMs: 50 };

let shared: Promise<{ stack: TestStack; folder: ConfigFolder }> | undefined;
let isKept = false;

/**
 * The built product over a configuration folder. Specs add connections, models and keys to it while the product runs,
 * and remove them at their end: a group of them shares one stack, because to start one takes longer than most of what
 * they ask of it. A spec names its connections, keys and tenants as no other does, since Redis still holds what the
 * specs before have left.
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
    const { stack, folder } = await (shared ??= started());
    const fixture = new ConfiguredStack(stack, folder);
    await fixture.changed(() => {
      folder.admit(keys);
      for (const [path, text] of Object.entries(files)) fixture.write(path, text);
    });
    return fixture;
  }

  /** Writes a file of the configuration, which services read a moment later. */
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

  /** To be called by each spec at its end. */
  async leave(): Promise<void> {
    if (!isKept) return stopConfiguredStack();
    await this.changed(() => {
      for (const path of this.written) this.folder.remove(path);
      this.folder.admit([]);
    });
  }
}

/** Of the group that shares it: keeps the stack until the last spec has ended. */
export function keepConfiguredStack(): void {
  isKept = true;
  afterAll(stopConfiguredStack, 60_000);
}

async function started(): Promise<{ stack: TestStack; folder: ConfigFolder }> {
  const folder = new ConfigFolder([]);
  // How often a database that is away is tried again: some specs wait for its return.
  return { folder, stack: await startStack({ env: { QUERENT_CONFIG_DIR: folder.dir, SCHEMA_RETRY_MS: '500' } }) };
}

async function stopConfiguredStack(): Promise<void> {
  const ended = await shared?.catch(() => undefined);
  shared = undefined;
  await ended?.stack.stop();
  ended?.folder.remove();
}

/** How many connections a service found when it last read the folder; undefined where it has not read it. */
function connectionsRead(log: string, service: string): number | undefined {
  const lines = log
    .split('\n')
    .filter((line) => line.startsWith(`${service} `) && line.includes('"configuration read"'));
  const [, count] = /"connections":(\d+)/.exec(lines.at(-1) ?? '') ?? [];
  return count === undefined ? undefined : Number(count);
}
