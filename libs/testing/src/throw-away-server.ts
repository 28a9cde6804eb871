import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { repositoryRoot } from './repository-root';

const keeper = join(repositoryRoot(), 'infra/tools/local/servers/server-keeper.mjs');

export interface ThrowAwayServer {
  url: string;
  port: number;
  dir: string;
  pid: number;
  /** Stops the server gracefully and removes its folder, unless the caller gave the folder. */
  stop(): Promise<void>;
  /** Sends SIGKILL. The folder stays until `stop` or the end of this process. */
  kill(): Promise<void>;
  /** Shuts a PostgreSQL server down immediately (SIGQUIT). Its folder stays. */
  quit(): Promise<void>;
  /** Restarts the server after `kill` or `quit`, with its address and data. */
  start(): Promise<void>;
}

/** Operations on one server of several. */
export interface ThrowAwayFleet {
  /** Ports of all servers. */
  ports: number[];
  pids: number[];
  /** Sends SIGKILL to the server at this index of `ports`. */
  killNode(index: number): Promise<void>;
  /** Restarts the server on its port, with its data. */
  startNode(index: number): Promise<void>;
}

type FleetOf<Kind> = Kind extends 'redis-cluster' | 'redis-sentinel' ? ThrowAwayFleet : unknown;

/**
 * Starts a server as the child of a keeper process. The keeper reads a pipe from this process. The pipe closes when
 * this process ends for any reason, and the keeper then stops the server. An `exit` hook could not do that: Jest runs
 * specs in a sandbox whose `process` emits no `exit`.
 */
export async function startThrowAwayServer<
  Kind extends 'redis' | 'redis-cluster' | 'redis-sentinel' | 'postgres' | 'chromium',
>(kind: Kind, options: object): Promise<ThrowAwayServer & FleetOf<Kind>> {
  const child = spawn(process.execPath, [keeper, kind, JSON.stringify(options)]);
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ready = await firstLine(child, lines);
  // A test that forgets to stop its server must still end, so neither the keeper nor its pipes may keep it alive.
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as { unref?: () => void }[]) handle.unref?.();
  const address: Pick<ThrowAwayServer, 'url' | 'port' | 'dir' | 'pid'> & Pick<ThrowAwayFleet, 'ports' | 'pids'> =
    JSON.parse(ready);
  const send = async (order: 'kill' | 'start' | 'quit' | `${'kill' | 'start'} ${number}`): Promise<void> => {
    child.stdin.write(`${order}\n`);
    // The keeper exits when its server does not start.
    if ((await lines.next()).done) throw new Error(`the server did not ${order}`);
  };
  return {
    ...address,
    async stop() {
      if (child.exitCode === null) child.stdin.write('stop\n');
      await exited;
    },
    kill: () => send('kill'),
    quit: () => send('quit'),
    start: () => send('start'),
    killNode: (index: number) => send(`kill ${index}`),
    startNode: (index: number) => send(`start ${index}`),
  };
}

async function firstLine(child: ChildProcessWithoutNullStreams, lines: AsyncIterator<string>): Promise<string> {
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const first = await lines.next();
  if (first.done) throw new Error(errors);
  return first.value;
}
