import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A file of the build, found by walking up from a folder: from the gateway's bundle, a suite or a test. Null if it was
 * not built.
 * @param path below the repository's or the image's root, e.g. `dist/apps/console/pages.json`
 */
export function builtFile(path: string, from: string): string | null {
  for (let at = from; ; at = dirname(at)) {
    const file = join(at, path);
    if (existsSync(file)) return file;
    if (dirname(at) === at) return null;
  }
}
