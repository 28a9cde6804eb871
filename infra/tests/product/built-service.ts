import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { nodeOfServices, repositoryRoot } from '@querent/testing';
import { serviceOptions } from '../../tools/local/service-runtime.mjs';

const root = repositoryRoot();
/**
 * Arguments of Node, the same as those of the supervisor of a spec's stack, so that the packages that were compiled for
 * the stack are used here as well.
 */
const preloaded = ['servers/end-with-parent', 'compiled-packages'].flatMap((name) => [
  '--require',
  `${root}/infra/tools/local/${name}.cjs`,
]);
const nodeArgs = [...serviceOptions, ...preloaded];

/** One built service as a process, without a supervisor that restarts it. */
export interface BuiltService {
  url: string;
  /** Exit code, or null when a signal ended it. */
  exited: Promise<number | null>;
  log(): string;
  kill(signal: NodeJS.Signals): void;
}

/**
 * Starts a built service without a warm-up. Resolves without waiting until it is ready.
 * @param given a port; default: any that is free
 */
export async function startBuiltService(
  name: string,
  env: Record<string, string>,
  given?: number,
): Promise<BuiltService> {
  const port = given ?? (await freePort());
  const child: ChildProcess = spawn(await nodeOfServices(), [...nodeArgs, `${root}/dist/apps/${name}/main.cjs`], {
    cwd: root,
    env: { ...process.env, WARM_UP_MS: '0', ...env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (log += chunk));
  return {
    url: `http://127.0.0.1:${port}`,
    exited: once(child, 'exit').then(([code]) => code as number | null),
    log: () => log,
    kill: (signal) => void child.kill(signal),
  };
}

/** Returns a port that is currently free. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === 'string') throw new Error('a TCP server without a port');
  return address.port;
}
