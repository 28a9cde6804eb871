import { fork, type ChildProcess } from 'node:child_process';
import type { JobKey } from '@querent/contracts';

/** The hops of a question without a clarification. */
export const chainJobs = [
  'understand',
  'retrieve',
  'generate',
  'execute',
  'present',
] as const satisfies readonly JobKey[];

/** Starts one process per hop from its bundle. Resolves when all are ready. */
export async function startHops(
  bundle: string,
  redisUrl: string,
  env: Record<string, string> = {},
): Promise<{ stop(): Promise<void> }> {
  const children = chainJobs.map((job) =>
    fork(`${__dirname}/${bundle}`, [job], {
      env: { ...process.env, REDIS_URL: redisUrl, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  );
  await Promise.all(children.map(ready));
  return { stop: async () => void (await Promise.all(children.map(end))) };
}

const ready = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`A hop ended with ${code} before it was ready`)));
  });

const end = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
