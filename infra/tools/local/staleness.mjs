import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';

/**
 * Whether node_modules holds what package-lock.json asks for. npm leaves what it installed in
 * node_modules/.package-lock.json, written last: comparing the two finds a missing, changed or half-done installation,
 * without a stamp that could lie. Absent optional packages (other platforms') are fine.
 * @param {string} root the folder of both
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
 * A fingerprint of names, sizes and times of all files below `paths`, specs aside: it changes with an added, edited or
 * deleted file, and takes no reading of them.
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
