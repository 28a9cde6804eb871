import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** @returns {string} the path of a new private folder, which the caller removes */
export function makeTemporaryFolder(prefix) {
  return mkdtempSync(`${tmpdir()}/querent-${prefix}-`);
}

/**
 * Starts a server program and waits until `isReady` returns true.
 * @param {{ command: string, args: string[], env?: Record<string, string>, cwd?: string, uid?: number, gid?: number,
 *           isReady: () => Promise<boolean>, timeoutMs?: number }} options
 * @returns {Promise<{ pid: number, exited: Promise<number | null>, stop(signal: NodeJS.Signals): Promise<void> }>}
 * @throws with the end of the program's output if it ends or is not ready in time
 */
export async function startServerProcess({ command, args, env = {}, cwd, uid, gid, isReady, timeoutMs = 30_000 }) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    cwd,
    uid,
    gid,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const outputTail = keepTail([child.stdout, child.stderr], 4_000);
  let failure;
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve((failure = error.message) && null));
    child.once('exit', (code, signal) => resolve((failure = `ended with ${signal ?? code}`) && code));
  });
  // The server must not outlive this process. After a SIGKILL of this process, server-keeper.mjs or its owner ends it.
  const killAtExit = () => child.kill('SIGKILL');
  process.on('exit', killAtExit);
  void exited.then(() => process.off('exit', killAtExit));

  const deadline = Date.now() + timeoutMs;
  while (failure === undefined && !(await isReady())) {
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      failure = `was not ready within ${timeoutMs} ms`;
    }
    await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, 20))]);
  }
  if (failure !== undefined) throw new Error(`${command} ${failure}\n${outputTail()}`);
  return {
    pid: child.pid,
    exited,
    async stop(signal) {
      child.kill(signal);
      await exited;
    },
  };
}

function keepTail(streams, limit) {
  let text = '';
  for (const stream of streams) stream.on('data', (chunk) => (text = (text + chunk).slice(-limit)));
  return () => text;
}
