import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import type { ArchiveFile } from './archive';

/** @returns what git printed; @throws with git's message if it fails */
export function git(root: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (error) throw error;
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`);
  return stdout;
}

/** Paths of the files that git tracks, relative to the checkout. Ignored files, such as .env, are not among them. */
export function trackedFiles(root: string): string[] {
  return git(root, 'ls-files', '-z').split('\0').filter(Boolean);
}

/** Reads a file for an archive; follows a symbolic link. */
export function archiveFile(root: string, path: string, name = path): ArchiveFile {
  const full = `${root}/${path}`;
  return { path: name, content: readFileSync(full), executable: (statSync(full).mode & 0o100) !== 0 };
}

/** Unix seconds: SOURCE_DATE_EPOCH, or the time of the last commit. */
export function releaseTime(root: string, given = process.env['SOURCE_DATE_EPOCH']): number {
  const text = given ?? git(root, 'log', '-1', '--format=%ct').trim();
  if (!/^\d{1,11}$/.test(text)) throw new Error(`SOURCE_DATE_EPOCH is no number of seconds: ${text}`);
  return Number(text);
}
