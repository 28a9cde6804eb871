import { execFile } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { withFileLock } from './file-lock.mjs';
import { stateFolder } from '../repository-paths.mjs';

const run = promisify(execFile);
const templates = `${stateFolder}/postgres`;

/**
 * A data folder of PostgreSQL that is built once and then copied. `initdb` takes four times as long as a copy, and the
 * demo's data forty times.
 * @param {string} kind a new version replaces the older ones of its kind
 * @param {string} version identifies the inputs of the template
 * @param {(copyFrom: (dataFolder: string) => Promise<void>) => Promise<void>} make builds the data and calls `copyFrom`
 * with the data folder of a stopped server
 * @returns {Promise<string>} the folder to copy, which is always complete
 */
export async function provideTemplate(kind, version, make) {
  const folder = `${templates}/${kind}-${version}`;
  await withFileLock(`${templates}/${kind}.lock`, async () => {
    if (existsSync(folder)) return;
    for (const old of readdirSync(templates).filter((name) => name.startsWith(`${kind}-`)))
      rmSync(`${templates}/${old}`, { recursive: true, force: true });
    await make((dataFolder) => copyDataFolder(dataFolder, `${folder}.draft`));
    renameSync(`${folder}.draft`, folder);
  });
  return folder;
}

/** Copies a data folder with its owner, who is not root, and its permissions, which PostgreSQL checks. */
export async function copyDataFolder(from, to) {
  await run('cp', ['-a', from, to]);
}
