import { readFileSync } from 'node:fs';
import { archiveFile } from './tracked-files';
import type { ArchiveFile } from './archive';

const DOCKERFILE = 'infra/deploy/docker/Dockerfile';

/**
 * The build context of the image: the files that the Dockerfile copies, without those of .dockerignore.
 * @param tracked paths of the checkout
 * @throws if the Dockerfile copies a path that git does not track
 */
export function imageContext(root: string, tracked: readonly string[]): ArchiveFile[] {
  const copied = copiedPaths(readFileSync(`${root}/${DOCKERFILE}`, 'utf8'));
  const ignored = ignoredPaths(readFileSync(`${root}/.dockerignore`, 'utf8'));
  const wanted = [DOCKERFILE, '.dockerignore', ...copied];
  const files = tracked.filter((path) => wanted.some((source) => isIn(path, source)) && !ignored(path));
  const missing = wanted.filter((source) => !files.some((path) => isIn(path, source)));
  if (missing.length > 0) throw new Error(`The Dockerfile copies ${missing.join(', ')}, which git does not track.`);
  return files.map((path) => archiveFile(root, path));
}

/** Sources of `COPY a b target`, without those of other stages (`--from`). */
export function copiedPaths(dockerfile: string): string[] {
  return [...dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, sources]) => String(sources).split(' '));
}

/**
 * Which paths a .dockerignore leaves out.
 * @param text lines of names, `*` and a leading or inner `**`; `!` is refused, since no file of ours needs it
 */
export function ignoredPaths(text: string): (path: string) => boolean {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const unread = lines.filter((line) => /[!?[\]\\]/.test(line));
  if (unread.length > 0) throw new Error(`.dockerignore has a pattern that is not read: ${unread.join(', ')}`);
  const patterns = lines.map((line) => {
    const body = line
      .replace(/[.+^${}()|]/g, '\\$&')
      .replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'));
    return new RegExp(`^${body}(?:/|$)`);
  });
  return (path) => patterns.some((pattern) => pattern.test(path));
}

const isIn = (path: string, source: string): boolean => path === source || path.startsWith(`${source}/`);
