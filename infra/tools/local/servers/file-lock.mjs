import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits for the lock file `path`, runs `work`, and releases the lock. Other processes of this machine wait meanwhile. A
 * lock whose owner has died is taken over.
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withFileLock(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  while (!tryTake(path)) {
    removeIfOwnerDied(path);
    await pause(100);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/**
 * Takes the lock file `path` for as long as this process lives.
 * @param {string} path
 * @returns {{ release: () => void, owner?: number }} `owner`: the running process that holds the lock, if there is one
 */
export function claimFile(path) {
  mkdirSync(dirname(path), { recursive: true });
  removeIfOwnerDied(path);
  if (tryTake(path)) return { release: () => rmSync(path, { force: true }) };
  return { release: () => undefined, owner: readOwner(path) };
}

/** link(2) creates the lock with its owner already written in it: other processes never see an empty lock. */
function tryTake(path) {
  const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Two waiters may see the same dead owner. The rename lets only one of them remove the lock; a successor's lock is put
 * back.
 */
function removeIfOwnerDied(path) {
  const owner = readOwner(path);
  if (owner === undefined || isAlive(owner)) return;
  const aside = `${path}.dead.${process.pid}`;
  try {
    renameSync(path, aside);
    const moved = readOwner(aside);
    if (moved !== undefined && isAlive(moved)) linkSync(aside, path);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function readOwner(path) {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * @param {number} pid
 * @returns {boolean} whether a process with this id exists
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
