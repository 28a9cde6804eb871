import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { repositoryRoot } from './repository-paths.mjs';

/**
 * Whether a connection of the configuration refers to the demo database. Lines that are comments do not count.
 * @param {string} folder the configuration folder, relative to the repository's
 */
export function usesDemoDatabase(folder) {
  const connections = resolve(repositoryRoot, folder, 'connections');
  return filesIn(connections).some((file) =>
    /^(?!\s*#).*\$\{QUERENT_DEMO_DATABASE_URL\}/m.test(readFileSync(`${connections}/${file}`, 'utf8')),
  );
}

function filesIn(folder) {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  } catch {
    return [];
  }
}
