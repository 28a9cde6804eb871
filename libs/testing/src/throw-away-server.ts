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
  /** Ends the server in an orderly way and removes its folder, unless the caller gave the folder. */
  stop(): Promise<void>;
  /** SIGKILL: the server is gone, its folder stays until `stop` or the end of this process. */
  kill(): Promise<void>;
  /** Of a PostgreSQL: an immediate shutdown. The server is gone, its folder stays. */
  quit(): Promise<void>;
  /** After `kill` or `quit`: the server again, at the same address and with the data that it had. */
  start(): Promise<void>;
}

/** What a fleet has beside a server. */
export interface ThrowAwayFleet {
  /** Of each server. */
  ports: number[];
  pids: number[];
  /** SIGKILL for one, by its place in `ports`. */
  killNode(index: number): Promise<void>;
  /** It comes back on its port, with its data. */
  startNode(index: number): Promise<void>;
}

type FleetOf<Kind> = Kind extends 'redis-cluster' | 'redis-sentinel' ? ThrowAwayFleet : unknown;

/**
 * Starts a server in a keeper process. The keeper holds our end of a pipe: when this process ends, however it ends, the
 * server goes with it. (Jest runs specs as CommonJS in a sandbox whose `process` sees no `exit`, so no hook could do
 * that.)
 */
export async function startThrowAwayServer<Kind extends 'redis' | 'redis-cluster' | 'redis-sentinel' | 'postgres'>(
  kind: Kind,
  options: object,
): Promise<ThrowAwayServer & FleetOf<Kind>> {
  const child = spawn(process.execPath, [keeper, kind, JSON.stringify(options)]);
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ready = await firstLine(child, lines);
  // Neither the keeper nor its pipes may hold up the end of a test run that forgot to stop its server.
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as { unref?: () => void }[]) handle.unref?.();
  const address: Pick<ThrowAwayServer, 'url' | 'port' | 'dir' | 'pid'> & Pick<ThrowAwayFleet, 'ports' | 'pids'> =
    JSON.parse(ready);
  const told = async (order: 'kill' | 'start' | 'quit' | `${'kill' | 'start'} ${number}`): Promise<void> => {
    child.stdin.write(`${order}\n`);
    // A server that does not start takes the keeper along.
    if ((await lines.next()).done) throw new Error(`the server did not ${order}`);
  };
  return {
    ...address,
    async stop() {
      if (child.exitCode === null) child.stdin.write('stop\n');
      await exited;
    },
    kill: () => told('kill'),
    quit: () => told('quit'),
    start: () => told('start'),
    killNode: (index: number) => told(`kill ${index}`),
    startNode: (index: number) => told(`start ${index}`),
  };
}

async function firstLine(child: ChildProcessWithoutNullStreams, lines: AsyncIterator<string>): Promise<string> {
  let complaints = '';
  child.stderr.on('data', (chunk) => (complaints += chunk));
  const first = await lines.next();
  if (first.done) throw new Error(complaints);
  return first.value;
}
