import { createServer } from 'node:net';
import { PGLiteSocketHandler } from '@electric-sql/pglite-socket';
import { WireQueue } from '../wire-queue.mjs';

/**
 * Serves PGlite on 127.0.0.1 to any number of PostgreSQL clients, one exchange at a time. The clients share one
 * session, with its settings and named statements, so they must use only `SET LOCAL` and unnamed statements.
 * @param {import('@electric-sql/pglite').PGlite} db
 * @param {number} port 0: any free one
 * @returns {Promise<import('node:net').Server>}
 */
export function servePglite(db, port) {
  const queryQueue = new WireQueue(db);
  const server = createServer((socket) => {
    const handler = new PGLiteSocketHandler({ queryQueue, closeOnDetach: true });
    handler.attach(socket).catch(() => socket.destroy());
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
