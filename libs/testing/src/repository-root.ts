import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder that holds `nx.json`, found upwards from `from`: sources, bundles in `dist` and specs are at other depths.
 */
export function repositoryRoot(from: string = __dirname): string {
  for (let at = from; ; at = dirname(at)) {
    if (existsSync(join(at, 'nx.json'))) return at;
    if (dirname(at) === at) throw new Error(`There is no checkout of the repository around ${from}.`);
  }
}
