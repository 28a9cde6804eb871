import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeOfServices } from '@querent/testing';

/** A version of the whole product in one process. */
export interface RunningVersion {
  /** Base URL of the gateway. */
  url: string;
  /** Metrics of all services, concatenated. */
  metrics(): Promise<string>;
  log(): string;
  /** Stops gracefully (SIGTERM): running jobs finish. */
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Suspends the process (SIGSTOP) until `goOn`. */
  freeze(): void;
  goOn(): void;
}

const SERVICES = 6;
const compiledPackages = join(__dirname, '../../tools/local/compiled-packages.cjs');

/** Starts a program of `bundleVersion`. Resolves when all its services are ready. */
export async function startVersion(program: string, env: Record<string, string>): Promise<RunningVersion> {
  const child = spawn(await nodeOfServices(), ['--require', compiledPackages, program], {
    env: { ...process.env, PORT: '0', EMBEDDER: 'none', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let log = '';
  child.stderr.on('data', (chunk) => (log += chunk));
  const addresses: { isGateway: boolean; url: string }[] = [];
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      log += `${line}\n`;
      const entry = line.includes('"ready"') ? (JSON.parse(line) as { address?: string; jobs?: string[] }) : {};
      if (entry.address === undefined) return;
      addresses.push({ isGateway: entry.jobs === undefined, url: entry.address });
      if (addresses.length === SERVICES) resolve();
    });
  });
  await Promise.race([ready, exited.then(() => Promise.reject(new Error(log)))]);
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  return {
    url: addresses.find(({ isGateway }) => isGateway)?.url ?? '',
    metrics: async () =>
      (await Promise.all(addresses.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()))).join('\n'),
    log: () => log,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    freeze: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
  };
}
