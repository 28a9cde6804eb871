import { execFile } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { withFileLock } from './file-lock.mjs';
import { stateFolder } from '../repository-paths.mjs';

const run = promisify(execFile);
const templates = `${stateFolder}/postgres`;

/**
 * A data folder of PostgreSQL that is made once and then copied: `initdb` costs a copy's time four times over, the
 * demo's data forty times.
 * @param {string} kind a newer one of a kind replaces the older
 * @param {string} version of what it is made from
 * @param {(copyFrom: (dataFolder: string) => Promise<void>) => Promise<void>} make hands over the data folder of a
 * server that is not running
 * @returns {Promise<string>} the folder to copy; a rename made it complete or absent
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

/** With its owner, who is not root, and its rights, which PostgreSQL checks. */
export async function copyDataFolder(from, to) {
  await run('cp', ['-a', from, to]);
}
