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

/** The sorted names of the connections that have a file. */
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
 * Replaces a file atomically: a concurrent reader, also after a crash, sees either the old or the new text. Keeps the
 * permissions of the file, and symbolic links.
 */
export function replaceFile(path: string, text: string): void {
  const target = realpathSync(path);
  // The catalog does not read files with a leading dot as connections.
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
