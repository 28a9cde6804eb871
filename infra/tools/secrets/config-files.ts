import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Names of the connections that have a file, in their order. */
export function connectionNames(dir: string): string[] {
  return readdirSync(join(dir, 'connections'))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .sort();
}

export const connectionFile = (dir: string, connection: string): string =>
  join(dir, 'connections', `${connection}.yaml`);

export const textOf = (path: string): string => readFileSync(path, 'utf8');

/**
 * Replaces a file at once: whoever reads it meanwhile, or after a crash, has the old text or the new one. It keeps its
 * rights; a link stays one.
 */
export function replaceFile(path: string, text: string): void {
  const target = realpathSync(path);
  // The leading dot keeps it from being read as a connection.
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.draft`);
  try {
    const file = openSync(draft, 'wx', 0o600);
    try {
      writeSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    chmodSync(draft, statSync(target).mode & 0o7777);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
