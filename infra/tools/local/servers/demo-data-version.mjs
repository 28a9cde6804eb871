import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { repositoryRoot } from '../repository-paths.mjs';

const builder = `${repositoryRoot}/infra/demo/data`;

/** @returns {string} a hash of the demo data's builder and of package-lock.json */
export function demoDataVersion() {
  const hash = createHash('sha256').update(readFileSync(`${repositoryRoot}/package-lock.json`));
  const files = readdirSync(builder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of files.map((entry) => `${entry.parentPath}/${entry.name}`).sort())
    hash.update(path.slice(builder.length)).update(readFileSync(path));
  return hash.digest('hex').slice(0, 12);
}
