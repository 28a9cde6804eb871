import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Texts of all catalog files, by path relative to the folder. */
export type FolderFiles = ReadonlyMap<string, string>;

const subfolders = ['connections', 'models', 'samples', 'agents', 'keys'];

/**
 * Reads the whole configuration folder. A file that disappears between listing and reading counts as absent; its
 * removal triggers another event.
 */
export async function readFolder(dir: string): Promise<FolderFiles> {
  const listed = await Promise.all(subfolders.map((sub) => list(dir, sub)));
  const paths = ['keys.yaml', 'tenants.yaml', ...listed.flat()].sort();
  const texts = await Promise.all(paths.map((path) => unlessAbsent(() => readFile(join(dir, path), 'utf8'))));
  return new Map(
    paths.flatMap((path, index) => {
      const text = texts[index];
      return text === undefined ? [] : [[path, text] as const];
    }),
  );
}

/** Skips hidden entries: a ConfigMap stores its versions in `..data`, and editors create swap files. */
async function list(dir: string, sub: string): Promise<string[]> {
  const names = (await unlessAbsent(() => readdir(join(dir, sub)))) ?? [];
  return names.filter((name) => !name.startsWith('.') && /\.(ya?ml|jsonl)$/.test(name)).map((name) => `${sub}/${name}`);
}

async function unlessAbsent<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
    throw error;
  }
}
