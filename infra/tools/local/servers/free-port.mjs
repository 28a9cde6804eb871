import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { claimFile } from './file-lock.mjs';

/**
 * Below the kernel's range for outgoing connections and port 0 (from 32768 on Linux). Seconds may pass between finding
 * and using a port, in which the kernel could assign a port of its range.
 */
const lowest = 20_000;
const highest = 32_000;
const tries = 200;

/**
 * Lock files of the ports that were found. They reserve a port before its server listens and between two starts of it.
 */
const claims = `${tmpdir()}/querent-ports-${process.getuid?.() ?? 'all'}`;
const claimed = new Set();
process.once('exit', () => claimed.forEach((release) => release()));

/**
 * A free TCP port of 127.0.0.1, which no other call returns while this process runs. A program that does not use this
 * function may still take the port first, so the caller must be ready to try another one.
 * @param {number} [preferred] the result if it is free and one of those that this function finds
 * @returns {Promise<number>}
 */
export async function findFreePort(preferred) {
  for (let attempt = 0; attempt < tries; attempt++) {
    const port = attempt === 0 && preferred >= lowest && preferred < highest ? preferred : randomInt(lowest, highest);
    const { owner, release } = claimFile(`${claims}/${port}`);
    if (owner !== undefined) continue;
    if (await isPortFree(port)) {
      claimed.add(release);
      return port;
    }
    release();
  }
  throw new Error(`No free port found between ${lowest} and ${highest} on 127.0.0.1`);
}

/**
 * The port of the last call with this file while it is free, else another one.
 * @param {string} file remembers the port
 * @returns {Promise<number>}
 */
export async function samePort(file) {
  const port = await findFreePort(existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${port}\n`);
  return port;
}

/**
 * @param {number} port
 * @returns {Promise<boolean>} whether a server could listen on 127.0.0.1:port now
 */
export function isPortFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
