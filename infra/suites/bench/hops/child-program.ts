import { fork } from 'node:child_process';

/** A process that runs a bundle of the benches. */
export interface ChildProgram {
  /** Its first message, which it sends when it is ready. */
  message: string;
  stop(): Promise<void>;
}

/**
 * Starts a bundle below `dist/suites/bench`. Resolves at its first message. The programs end when this process ends,
 * because they call `endWithParent`.
 * @throws an error if it ends before its first message
 */
export async function startChildProgram(
  bundle: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<ChildProgram> {
  const child = fork(`${benchBundles()}/${bundle}`, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const message = await new Promise<string>((resolve, reject) => {
    child.once('message', (first) => resolve(String(first)));
    child.once('exit', (code) => reject(new Error(`${bundle} ended with ${code} before it was ready`)));
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    message,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Ends a child program when the process that started it ends. */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit());
}

/** Bundles are in the folder `bench` or in one of its folders. */
const benchBundles = (): string => __dirname.replace(/(\/suites\/bench)\/.*$/, '$1');
