import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeOfServices } from './node-of-services';
import { repositoryRoot } from './repository-root';

const keeper = join(repositoryRoot(), 'infra/tools/local/stack-keeper.mjs');

/** A process of the stack: a service, `redis` or `demo-database`. */
export type StackMember =
  'gateway' | 'intent' | 'schema-retrieval' | 'sql-generator' | 'executor' | 'chart' | 'redis' | 'demo-database';

export interface TestStack {
  /** Base URL of the gateway, without a trailing slash. API keys: `demo` (all scopes), `viewer` (query). */
  url: string;
  redisUrl: string;
  databaseUrl: string;
  /** Base URLs of `/healthz`, `/readyz` and `/metrics`, by service. */
  healthUrls: Record<string, string[]>;
  pids(): Promise<Record<StackMember, number[]>>;
  /** Resolves when every service answers `/readyz` with 200 (again). */
  ready(): Promise<void>;
  /** Sends SIGKILL. The service restarts shortly after, as in production. */
  killService(name: StackMember): Promise<void>;
  /** Stops the service gracefully. It stays down until `startService`. */
  stopService(name: StackMember): Promise<void>;
  startService(name: StackMember): Promise<void>;
  /** Output of all processes so far, in lines of the form `name | line`. */
  log(): string;
  stop(): Promise<void>;
}

export interface StackOptions {
  /** Folder of Redis's data, so that a second stack can reuse it. Default: a temporary folder. */
  redisDir?: string;
  /**
   * Database of the demo's data. A PostgreSQL server (default) is what production uses, and copies the data in a tenth
   * of the time that PGlite, the embedded database of `npm start`, needs.
   */
  database?: 'embedded' | 'server';
  scale?: Partial<Record<StackMember, number>>;
  /**
   * Added to every process's environment. REDIS_URL and QUERENT_DEMO_DATABASE_URL replace the private servers.
   * Defaults: EMBEDDER=none and WARM_UP_MS=0, because each takes half of a stack's start time, and
   * QUESTIONS_PER_MINUTE=1000000.
   */
  env?: Record<string, string>;
  /** Added to the environment of one service's processes; overrides `env`. */
  envOf?: Partial<Record<StackMember, Record<string, string>>>;
}

/**
 * Starts the built product as `npm start` does: six processes on free ports. It must be built first; `npm test` and
 * `npm run build` do so.
 * @throws an error with the processes' log when the stack does not become ready
 */
export async function startStack(options: StackOptions = {}): Promise<TestStack> {
  const child = spawn(await nodeOfServices(), [
    keeper,
    JSON.stringify({
      database: 'server',
      ...options,
      env: { EMBEDDER: 'none', QUESTIONS_PER_MINUTE: '1000000', WARM_UP_MS: '0', ...options.env },
    }),
  ]);
  let log = '';
  child.stderr.on('data', (chunk) => (log += chunk));
  const exited = once(child, 'close');
  const lines = createInterface({ input: child.stdout });
  const [ready] = await Promise.race([once(lines, 'line'), exited.then(() => [])]);
  if (typeof ready !== 'string') throw new Error(log);
  // A test that forgets to stop the stack must still end, so neither the keeper nor its pipes may keep it alive.
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as { unref?: () => void }[]) handle.unref?.();

  const pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  lines.on('line', (line) => {
    const { id, value, error } = JSON.parse(line) as { id: number; value: unknown; error?: string };
    const waiting = pending.get(id);
    pending.delete(id);
    if (error === undefined) waiting?.resolve(value);
    else waiting?.reject(new Error(error));
  });
  let lastId = 0;
  const call = <T>(name: string, ...args: unknown[]): Promise<T> => {
    const id = (lastId += 1);
    child.stdin.write(`${JSON.stringify({ id, call: name, args })}\n`);
    return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
  };

  return {
    ...(JSON.parse(ready) as Pick<TestStack, 'url' | 'redisUrl' | 'databaseUrl' | 'healthUrls'>),
    pids: () => call('pids'),
    ready: () => call('ready'),
    killService: (name) => call('killService', name),
    stopService: (name) => call('stopService', name),
    startService: (name) => call('startService', name),
    log: () => log,
    async stop() {
      child.stdin.end();
      await exited;
    },
  };
}
