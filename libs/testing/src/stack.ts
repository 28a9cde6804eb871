import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { repositoryRoot } from './repository-root';

/**
 * A spec's stack lives for seconds: V8 would optimise code that soon ends. Measured, 2.5 of 15 s processor time of six
 * services that start and answer 20 questions, and 1.7 of 7.4 s of PGlite. A young generation that begins at V8's
 * default of 1 MB is collected all the time while modules are loaded: 0.3 of the 1.75 s that a service needs to start.
 * What measures the product starts it as it is.
 */
export const briefly =
  process.env['JEST_WORKER_ID'] === undefined
    ? []
    : [
        '--interrupt-budget=600000',
        '--wasm-tiering-budget=100000000',
        '--min-semi-space-size=16',
        '--max-semi-space-size=32',
      ];

const keeper = join(repositoryRoot(), 'infra/tools/local/stack-keeper.mjs');

/** A service's name, `redis` or `demo-database`. */
export type StackMember =
  'gateway' | 'intent' | 'schema-retrieval' | 'sql-generator' | 'executor' | 'chart' | 'redis' | 'demo-database';

export interface TestStack {
  /** The gateway's, without a trailing slash. Keys: `demo` (all scopes), `viewer` (query). */
  url: string;
  redisUrl: string;
  databaseUrl: string;
  /** Base URLs of `/healthz`, `/readyz` and `/metrics`. */
  healthUrls: Record<string, string[]>;
  pids(): Promise<Record<StackMember, number[]>>;
  /** Resolves when every service answers `/readyz` with 200 (again). */
  ready(): Promise<void>;
  /** SIGKILL; it is started again after a moment, as in production. */
  killService(name: StackMember): Promise<void>;
  /** An orderly end; it stays down until `startService`. */
  stopService(name: StackMember): Promise<void>;
  startService(name: StackMember): Promise<void>;
  /** What all processes wrote so far, a line each, `name | line`. */
  log(): string;
  stop(): Promise<void>;
}

export interface StackOptions {
  /** Keeps Redis's data there, for a second stack; default: a temporary folder. */
  redisDir?: string;
  /**
   * What the demo's data is in. A PostgreSQL server (default) starts with a copy of it in a tenth of the processor time
   * and wait of the embedded PGlite that `npm start` takes, and is what production has.
   */
  database?: 'embedded' | 'server';
  scale?: Partial<Record<StackMember, number>>;
  /**
   * Added to every process's environment. REDIS_URL and QUERENT_DEMO_DATABASE_URL replace the private ones. The
   * embedder is left out unless it is asked for: it is half of what a stack costs to start, and the demo starts it. A
   * spec may ask as often a minute as it likes.
   */
  env?: Record<string, string>;
  /** Added, over all else, to the environment of one service's processes. */
  envOf?: Partial<Record<StackMember, Record<string, string>>>;
}

/**
 * The built product as `npm start` runs it, six processes on free ports. Needs the build (`npm test` and `npm run
 * build` make it).
 * @throws with the processes' log when it does not become ready
 */
export async function startStack(options: StackOptions = {}): Promise<TestStack> {
  const child = spawn(process.execPath, [
    keeper,
    JSON.stringify({
      database: 'server',
      nodeArgs: briefly,
      ...options,
      env: { EMBEDDER: 'none', QUESTIONS_PER_MINUTE: '1000000', ...options.env },
    }),
  ]);
  let log = '';
  child.stderr.on('data', (chunk) => (log += chunk));
  const exited = once(child, 'close');
  const lines = createInterface({ input: child.stdout });
  const [ready] = await Promise.race([once(lines, 'line'), exited.then(() => [])]);
  if (typeof ready !== 'string') throw new Error(log);
  // Neither the keeper nor its pipes may hold up the end of a test run that forgot to stop it.
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
