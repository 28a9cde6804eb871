import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * infra/tools/local is plain ES modules, which Jest (CommonJS) cannot load: specs run them in a process of their own.
 */
export function startModule(code: string, env: Record<string, string> = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: __dirname,
    env: { ...process.env, ...env },
  });
}

/** @returns what the module printed, read as JSON */
export async function runModule<T>(code: string, env: Record<string, string> = {}): Promise<T> {
  const child = startModule(code, env);
  let output = '';
  let complaints = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (complaints += chunk));
  const [exitCode] = await once(child, 'close');
  if (exitCode !== 0) throw new Error(complaints);
  return JSON.parse(output);
}

/** @returns the first line that the process prints, read as JSON */
export async function firstLine<T>(child: ChildProcessWithoutNullStreams): Promise<T> {
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return JSON.parse(line);
}
