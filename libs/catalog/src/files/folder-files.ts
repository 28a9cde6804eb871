import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The text of every file the catalog knows of, by its path relative to the folder. */
export type FolderFiles = ReadonlyMap<string, string>;

const subfolders = ['connections', 'models', 'samples', 'agents'];

/**
 * Reads the whole configuration folder at once. A file that vanishes between listing and reading
 * counts as absent: the change that removed it announces itself by another event.
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

/** Hidden entries are skipped: a ConfigMap keeps its versions in `..data`, editors their swap files. */
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
