import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';

/**
 * Whether node_modules contains the packages of package-lock.json. At the end of an installation npm writes
 * node_modules/.package-lock.json. Comparing the two files finds a missing, outdated or interrupted installation.
 * Missing optional packages are accepted: they are for other platforms.
 * @param {string} root the folder with package-lock.json and node_modules
 */
export function packagesMatchLockFile(root) {
  const installedPath = `${root}/node_modules/.package-lock.json`;
  if (!existsSync(installedPath)) return false;
  const wanted = packagesOf(`${root}/package-lock.json`);
  const installed = packagesOf(installedPath);
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    return installed[path] ? installed[path].version === version : optional === true;
  });
}

/**
 * A fingerprint of the names, sizes and modification times of all files below `paths` except specs. It changes when a
 * file is added, edited or deleted, and does not read the files.
 * @param {string[]} paths files and folders
 */
export function fingerprintOf(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const stat = statSync(path);
    if (stat.isDirectory())
      readdirSync(path)
        .sort()
        .forEach((name) => visit(`${path}/${name}`));
    else if (!path.endsWith('.spec.ts')) hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
  };
  paths.forEach(visit);
  return hash.digest('hex');
}

function packagesOf(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages;
}
