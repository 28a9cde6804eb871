import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * Starts a process that runs `code`. The files of infra/tools/local are ES modules, which Jest (CommonJS) cannot load.
 */
export function startModule(code: string, env: Record<string, string> = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: __dirname,
    env: { ...process.env, ...env },
  });
}

/** @returns the output of the module, parsed as JSON */
export async function runModule<T>(code: string, env: Record<string, string> = {}): Promise<T> {
  const child = startModule(code, env);
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  const [exitCode] = await once(child, 'close');
  if (exitCode !== 0) throw new Error(errors);
  return JSON.parse(output);
}

/** @returns the first line of the process's output, parsed as JSON */
export async function firstLine<T>(child: ChildProcessWithoutNullStreams): Promise<T> {
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return JSON.parse(line);
}
