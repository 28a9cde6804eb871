import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the nearest folder above `from` that contains `nx.json`. Sources, bundles in `dist` and specs have different
 * depths, so a relative path would not do.
 */
export function repositoryRoot(from: string = __dirname): string {
  for (let at = from; ; at = dirname(at)) {
    if (existsSync(join(at, 'nx.json'))) return at;
    if (dirname(at) === at) throw new Error(`There is no checkout of the repository around ${from}.`);
  }
}
