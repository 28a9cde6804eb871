import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { claimFile } from './file-lock.mjs';

/**
 * Below the range that the kernel hands out to outgoing connections and to port 0 (32768 and up on Linux): between the
 * finding and the use of a port, seconds pass in which those would take it.
 */
const lowest = 20_000;
const highest = 32_000;
const tries = 200;

/**
 * A port that was found stays its finder's, also before a server listens on it and between two starts of that server.
 */
const claims = `${tmpdir()}/querent-ports-${process.getuid?.() ?? 'all'}`;
const claimed = new Set();
process.once('exit', () => claimed.forEach((release) => release()));

/**
 * A TCP port of 127.0.0.1 that nobody listens on now, and that no other call of this gives out while this process
 * lives. A program that does not ask here may take it before the caller does, so who starts a server on it must be
 * ready to try another.
 * @returns {Promise<number>}
 */
export async function findFreePort() {
  for (let attempt = 0; attempt < tries; attempt++) {
    const port = randomInt(lowest, highest);
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
