import Redis from 'ioredis';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { findFreePort } from './free-port.mjs';
import { RedisFleet, until } from './redis-fleet.mjs';
import { provideRedis } from './redis-program.mjs';
import { answersPing, startRedisServer } from './redis-server.mjs';
import { makeCertificates, tlsSettings } from './redis-tls.mjs';
import { startServerProcess } from './server-process.mjs';

const HOST = '127.0.0.1';
const MASTER = 'querent';
const [FIRST, SECOND] = [0, 1];
const SENTINELS = [2, 3, 4];

/**
 * Starts a private Redis on 127.0.0.1 with a replica and three sentinels. Of the fleet's nodes, 0 is the master, 1 the
 * replica, and 2 to 4 are the sentinels.
 * @param {{ settings?: Record<string, string | number>, downAfterMs?: number, tls?: boolean, program?:
 *   import('./redis-program.mjs').RedisProgram }} [options] `settings`: the redis.conf of both servers; `tls`: all nodes
 *   use TLS only, with new certificates; `program`: of the servers and the sentinels, default `redis`
 */
export async function startRedisSentinel({ settings = {}, downAfterMs = 1_000, tls = false, program } = {}) {
  let certificates;
  const startServer = async (index, dir, port) => {
    const own = `${dir}/${index}`;
    mkdirSync(own, { recursive: true });
    // A restarted server starts as a replica, so that it accepts no writes before the sentinels assign its role.
    const follows =
      index === FIRST && port === undefined
        ? {}
        : { replicaof: `${HOST} ${fleet.ports[index === FIRST ? SECOND : FIRST]}` };
    return startRedisServer({
      dir: own,
      port,
      aof: true,
      program,
      tls: certificates,
      settings: { 'repl-diskless-sync-delay': 0, ...follows, ...settings },
    });
  };
  const fleet = new RedisFleet((index, dir, port) =>
    SENTINELS.includes(index)
      ? startSentinel(
          `${dir}/${index}.conf`,
          { masterPort: fleet.ports[FIRST], downAfterMs, certificates, program },
          port,
        )
      : startServer(index, dir, port),
  );
  try {
    if (tls) certificates = await makeCertificates(`${fleet.dir}/tls`);
    await fleet.startNode(FIRST);
    await fleet.startNode(SECOND);
    await Promise.all(SENTINELS.map((index) => fleet.startNode(index)));
    await until(
      async () =>
        (await Promise.all(SENTINELS.map((index) => knowsAll(fleet.ports[index], certificates)))).every(Boolean),
      'the sentinels did not find each other and the replica',
    );
  } catch (error) {
    await fleet.stop();
    throw error;
  }
  const sentinels = SENTINELS.map((index) => `${HOST}:${fleet.ports[index]}`);
  return {
    fleet,
    port: fleet.ports[FIRST],
    tls: certificates,
    url: `redis${tls ? 's' : ''}+sentinel://${sentinels.join(',')}/${MASTER}`,
  };
}

/** A sentinel writes its state into its configuration file, so a restart keeps an existing file. */
async function startSentinel(conf, { masterPort, downAfterMs, certificates, program }, port) {
  const { command, env } = await provideRedis(program);
  const chosenPort = port ?? (await findFreePort());
  const monitor = [
    `monitor ${MASTER} ${HOST} ${masterPort} 2`,
    `down-after-milliseconds ${MASTER} ${downAfterMs}`,
    `failover-timeout ${MASTER} 6000`,
  ];
  const listens =
    certificates === undefined
      ? [`port ${chosenPort}`]
      : Object.entries({ port: 0, 'tls-port': chosenPort, ...tlsSettings(certificates) }).map(
          ([name, value]) => `${name} ${value}`,
        );
  if (!existsSync(conf))
    writeFileSync(conf, [...listens, `bind ${HOST}`, ...monitor.map((line) => `sentinel ${line}`), ''].join('\n'));
  const server = await startServerProcess({
    command,
    args: [conf, '--sentinel'],
    env,
    isReady: () => answersPing(chosenPort, certificates),
  });
  return {
    port: chosenPort,
    pid: server.pid,
    exited: server.exited,
    kill: () => server.stop('SIGKILL'),
    stop: () => server.stop('SIGTERM'),
  };
}

async function knowsAll(port, certificates) {
  const tls =
    certificates &&
    Object.fromEntries(Object.entries(certificates).map(([part, file]) => [part, readFileSync(file, 'utf8')]));
  const client = new Redis({ port, host: HOST, maxRetriesPerRequest: 1, tls });
  try {
    const flat = await client.call('SENTINEL', 'MASTER', MASTER);
    const state = Object.fromEntries(flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1]]] : [])));
    if (state['num-other-sentinels'] !== '2' || state['num-slaves'] !== '1') return false;
    const [replica] = await client.call('SENTINEL', 'REPLICAS', MASTER);
    return replica[replica.indexOf('master-link-status') + 1] === 'ok';
  } finally {
    client.disconnect();
  }
}
