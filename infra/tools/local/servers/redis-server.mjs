import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { findFreePort } from './free-port.mjs';
import { provideRedis } from './redis-program.mjs';
import { tlsSettings } from './redis-tls.mjs';
import { makeTemporaryFolder, startServerProcess } from './server-process.mjs';

/**
 * Starts a private Redis on 127.0.0.1 with the settings that the product needs (`noeviction`).
 * @param {{ aof?: boolean, dir?: string, port?: number, settings?: Record<string, string | number>, tls?:
 *   import('./redis-tls.mjs').TlsFiles, program?: import('./redis-program.mjs').RedisProgram, env?: Record<string, string>
 *   }} [options] `aof`: keep the data in `dir` (fsync every second); without `dir`,
 *   `stop` removes the temporary folder; `settings`: further settings of redis.conf; `tls`: PEM files; the server then
 *   accepts only TLS connections; `program`: default `redis`; `env`: further environment variables of the server
 */
export async function startRedisServer({ aof = false, dir, port, settings = {}, tls, program, env = {} } = {}) {
  const { command, env: ofProgram } = await provideRedis(program);
  const folder = dir ?? makeTemporaryFolder('redis');
  mkdirSync(folder, { recursive: true });
  const cleanUp = () => {
    if (dir === undefined) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { chosenPort, server } = await startOnAFreePort(port, (chosenPort) =>
      startServerProcess({
        command,
        args: redisArguments({ port: chosenPort, dir: folder, aof, settings, tls }),
        env: { ...ofProgram, ...env },
        isReady: () => answersPing(chosenPort, tls),
      }),
    );
    return {
      url: `redis${tls === undefined ? '' : 's'}://127.0.0.1:${chosenPort}`,
      port: chosenPort,
      dir: folder,
      pid: server.pid,
      exited: server.exited,
      kill: () => server.stop('SIGKILL'),
      async stop() {
        await server.stop('SIGTERM');
        cleanUp();
      },
    };
  } catch (error) {
    cleanUp();
    throw error;
  }
}

/** Another process may take the port before the server listens on it: then another port is tried. */
async function startOnAFreePort(port, start, triesLeft = 5) {
  const chosenPort = port ?? (await findFreePort());
  try {
    return { chosenPort, server: await start(chosenPort) };
  } catch (error) {
    if (port !== undefined || triesLeft === 0 || !/in use/i.test(error.message)) throw error;
    return startOnAFreePort(port, start, triesLeft - 1);
  }
}

function redisArguments({ port, dir, aof, settings, tls }) {
  const all = {
    ...(tls === undefined ? { port } : { port: 0, 'tls-port': port, ...tlsSettings(tls) }),
    dir,
    bind: '127.0.0.1',
    save: '',
    appendonly: aof ? 'yes' : 'no',
    appendfsync: 'everysec',
    'maxmemory-policy': 'noeviction',
    // Redis 7 allocates this size (4 KB by default) for each new stream, and each run has a small one. Measured memory
    // of a finished run: 8.2 KB with the default, 5.3 KB with this value.
    'stream-node-max-bytes': 1_024,
    daemonize: 'no',
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

/**
 * Whether Redis is ready. It responds `-LOADING` while it reads its append-only file, and `-NOAUTH` if it needs a
 * password.
 */
export function answersPing(port, tls) {
  return new Promise((resolve) => {
    const at = { port, host: '127.0.0.1', timeout: 1_000 };
    const socket =
      tls === undefined
        ? createConnection(at)
        : connectTls({ ...at, ca: readFileSync(tls.ca), cert: readFileSync(tls.cert), key: readFileSync(tls.key) });
    const end = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', (data) => end(/^(\+PONG|-NOAUTH)/.test(data.toString())));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
    socket.once('close', () => resolve(false));
  });
}
