import Redis from 'ioredis';
import { mkdirSync, readFileSync } from 'node:fs';
import { findFreePort } from './free-port.mjs';
import { RedisFleet, until } from './redis-fleet.mjs';
import { startRedisServer } from './redis-server.mjs';
import { makeCertificates } from './redis-tls.mjs';

const SLOTS = 16_384;

/**
 * Starts a private Redis Cluster on 127.0.0.1 with the slots spread evenly over its masters. The fleet's first nodes
 * are the masters. The replicas follow, those of the first master first.
 * @param {{ masters?: number, replicas?: number, tls?: boolean, settings?: Record<string, string | number>,
 *   program?: import('./redis-program.mjs').RedisProgram }} [options]
 *   `replicas`: the number for each master, default 0; `tls`: use TLS with new certificates; `settings`: the redis.conf
 *   of each node; `program`: default `redis`
 */
export async function startRedisCluster({ masters = 3, replicas = 0, tls = false, settings = {}, program } = {}) {
  let certificates;
  const fleet = new RedisFleet(async (index, dir, port) => {
    const own = `${dir}/${index}`;
    mkdirSync(own, { recursive: true });
    return startRedisServer({
      dir: own,
      port,
      aof: true,
      program,
      tls: certificates,
      settings: {
        'cluster-enabled': 'yes',
        'cluster-port': await findFreePort(),
        'cluster-node-timeout': 2_000,
        'cluster-config-file': 'nodes.conf',
        'repl-diskless-sync-delay': 0,
        ...settings,
      },
    });
  });
  try {
    if (tls) certificates = await makeCertificates(`${fleet.dir}/tls`);
    await Promise.all(Array.from({ length: masters * (1 + replicas) }, (_, index) => fleet.startNode(index)));
    await join(fleet.ports, { masters, replicas, certificates });
  } catch (error) {
    await fleet.stop();
    throw error;
  }
  const [port] = fleet.ports;
  return {
    fleet,
    port,
    tls: certificates,
    url: `redis${tls ? 's' : ''}+cluster://${fleet.ports.map((each) => `127.0.0.1:${each}`).join(',')}`,
  };
}

async function join(ports, { masters, replicas, certificates }) {
  const clients = ports.map(
    (port) =>
      new Redis({ port, host: '127.0.0.1', maxRetriesPerRequest: 1, tls: certificates && contentsOf(certificates) }),
  );
  try {
    const busPorts = await Promise.all(clients.map(async (client) => (await client.config('GET', 'cluster-port'))[1]));
    const share = Math.ceil(SLOTS / masters);
    for (const [index, client] of clients.entries()) {
      // Different epochs from the start: otherwise nodes need seconds to resolve the conflict when they meet.
      await client.cluster('SET-CONFIG-EPOCH', index + 1);
      if (index < masters)
        await client.cluster('ADDSLOTSRANGE', index * share, Math.min(SLOTS, (index + 1) * share) - 1);
      if (index > 0) await clients[0].call('CLUSTER', 'MEET', '127.0.0.1', ports[index], busPorts[index]);
    }
    await until(
      async () => (await Promise.all(clients.map(knowsAll(ports.length)))).every(Boolean),
      'the cluster did not agree on its state',
    );
    const ids = await Promise.all(clients.map((client) => client.call('CLUSTER', 'MYID')));
    await Promise.all(
      clients.slice(masters).map((client, index) => client.cluster('REPLICATE', ids[Math.floor(index / replicas)])),
    );
    await until(
      async () => (await Promise.all(clients.slice(masters).map(follows))).every(Boolean),
      'the replicas did not connect to their masters',
    );
  } finally {
    clients.forEach((client) => client.disconnect());
  }
}

const contentsOf = (files) =>
  Object.fromEntries(Object.entries(files).map(([part, file]) => [part, readFileSync(file, 'utf8')]));

const follows = async (client) => (await client.info('replication')).includes('master_link_status:up');

const knowsAll = (nodes) => async (client) => {
  const info = await client.cluster('INFO');
  return (
    info.includes('cluster_state:ok') &&
    info.includes(`cluster_known_nodes:${nodes}\r`) &&
    info.includes('cluster_slots_ok:16384\r')
  );
};
