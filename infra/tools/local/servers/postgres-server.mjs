import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { promisify } from 'node:util';
import { serialize } from 'pg-protocol';
import { findFreePort } from './free-port.mjs';
import { copyDataFolder, provideTemplate } from './postgres-template.mjs';
import { makeTemporaryFolder, startServerProcess } from './server-process.mjs';
import { ignoresSystemBinaries, provideSystemPackages } from './system-packages.mjs';

const run = promisify(execFile);
const version = '15';

/**
 * @returns {Promise<{ bin: string, env: Record<string, string> }>} PostgreSQL 15 with PostGIS: the installed one, or
 * one that is fetched from the system's packages
 */
export async function providePostgres() {
  const bin = `/usr/lib/postgresql/${version}/bin`;
  const postgis = `/usr/share/postgresql/${version}/extension/postgis.control`;
  if (!ignoresSystemBinaries && existsSync(`${bin}/postgres`) && existsSync(postgis)) return { bin, env: {} };
  const { root, env } = await provideSystemPackages({
    name: `postgresql-${version}`,
    packages: [
      ...[`postgresql-${version}`, `postgresql-client-${version}`],
      ...[`postgresql-${version}-postgis-3`, `postgresql-${version}-postgis-3-scripts`, 'proj-data'],
    ],
    finish: nameExtensionsWithoutVersion,
    hint: `install postgresql-${version} and postgresql-${version}-postgis-3.`,
  });
  return { bin: `${root}${bin}`, env: { ...env, PROJ_DATA: `${root}/usr/share/proj` } };
}

/** Does what PostGIS's install script does with update-alternatives: `postgis-3.control` becomes `postgis.control`. */
function nameExtensionsWithoutVersion(root) {
  const folder = `${root}/usr/share/postgresql/${version}/extension`;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('-3.control'))) {
    copyFileSync(`${folder}/${file}`, `${folder}/${file.replace('-3.control', '.control')}`);
  }
}

/**
 * Starts a throw-away PostgreSQL 15 on 127.0.0.1, in a temporary folder and without fsync. The extension PostGIS is
 * available.
 * @param {{ settings?: Record<string, string | number>, dir?: string, port?: number, data?: string }} [options]
 *   `settings`: server parameters by name; `dir`: the folder of a killed server, to restart it with its data; `data`:
 *   a data folder whose copy the server starts with, default an empty one
 */
export async function startPostgresServer({ settings = {}, dir, port: givenPort, data } = {}) {
  const { bin, env } = await providePostgres();
  const account = unprivilegedAccount();
  const folder = dir ?? makeTemporaryFolder('postgres');
  if (dir === undefined && account.uid !== undefined) chownSync(folder, account.uid, account.gid);
  const cleanUp = () => rmSync(folder, { recursive: true, force: true });
  try {
    if (dir === undefined) await copyDataFolder(data ?? (await provideEmpty({ bin, env, account })), `${folder}/data`);
    const port = givenPort ?? (await findFreePort());
    const server = await startServerProcess({
      command: `${bin}/postgres`,
      args: ['-D', `${folder}/data`, ...parameters(port, settings)],
      env,
      cwd: folder,
      ...account,
      isReady: () => acceptsConnections(port),
    });
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      port,
      dir: folder,
      data: `${folder}/data`,
      pid: server.pid,
      exited: server.exited,
      kill: () => server.stop('SIGKILL'),
      /** An immediate shutdown, as `pg_ctl -m immediate`: clients receive an error, and the next start recovers. */
      quit: () => server.stop('SIGQUIT'),
      /** Shuts down cleanly and keeps the folder, until `stop`. */
      halt: () => server.stop('SIGINT'),
      async stop() {
        await server.stop('SIGINT');
        cleanUp();
      },
    };
  } catch (error) {
    cleanUp();
    throw error;
  }
}

/**
 * The data folder of `initdb`, cached by PostgreSQL, arguments and account. WAL segments have 1 MB, because the default
 * of 16 MB would be half of the data that is copied for each server.
 */
function provideEmpty({ bin, env, account }) {
  const args = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', '--wal-segsize=1'];
  const version = createHash('sha256')
    .update(JSON.stringify([bin, args, account.uid]))
    .digest('hex')
    .slice(0, 12);
  return provideTemplate('empty', version, async (copyFrom) => {
    const folder = makeTemporaryFolder('initdb');
    try {
      if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
      await run(`${bin}/initdb`, ['-D', `${folder}/data`, ...args], {
        ...account,
        cwd: folder,
        env: { ...process.env, ...env },
      });
      await copyFrom(`${folder}/data`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

function parameters(port, settings) {
  const all = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    shared_buffers: '64MB',
    // initdb sets a lower value with small segments.
    max_wal_size: '1GB',
    // initdb writes as few as 20 if the machine is short of memory at that moment.
    max_connections: 100,
    jit: 'off',
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** PostgreSQL refuses to run as root: root starts it as `postgres`, or as `nobody` if that account does not exist. */
function unprivilegedAccount() {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  const [, , uid = '65534', gid = '65534'] = found ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** Sends a startup message as libpq does. The server responds with an error (`E`) while it starts, then with `R`. */
function acceptsConnections(port) {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1', timeout: 2_000 });
    const end = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => socket.write(serialize.startup({ user: 'postgres', database: 'postgres' })));
    socket.once('data', (data) => end(String.fromCharCode(data[0]) === 'R'));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
    socket.once('close', () => resolve(false));
  });
}
