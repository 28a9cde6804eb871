import Redis from 'ioredis';
import { mkdirSync } from 'node:fs';
import { findFreePort } from './free-port.mjs';
import { RedisFleet, until } from './redis-fleet.mjs';
import { startRedisServer } from './redis-server.mjs';

const SLOTS = 16_384;

/**
 * Starts a private Redis Cluster on 127.0.0.1 whose slots are spread evenly over masters without replicas.
 * @param {{ masters?: number, settings?: Record<string, string | number> }} [options] `settings`: of each node's redis.conf
 */
export async function startRedisCluster({ masters = 3, settings = {} } = {}) {
  const fleet = new RedisFleet(async (index, dir, port) => {
    const own = `${dir}/${index}`;
    mkdirSync(own, { recursive: true });
    return startRedisServer({
      dir: own, port, aof: true,
      settings: { 'cluster-enabled': 'yes', 'cluster-port': await findFreePort(), 'cluster-node-timeout': 2_000, 'cluster-config-file': 'nodes.conf', ...settings },
    });
  });
  try {
    await Promise.all(Array.from({ length: masters }, (_, index) => fleet.startNode(index)));
    await join(fleet.ports);
  } catch (error) {
    await fleet.stop();
    throw error;
  }
  const [port] = fleet.ports;
  return { fleet, port, url: `redis+cluster://${fleet.ports.map((each) => `127.0.0.1:${each}`).join(',')}` };
}

async function join(ports) {
  const clients = ports.map((port) => new Redis({ port, host: '127.0.0.1', maxRetriesPerRequest: 1 }));
  try {
    const busPorts = await Promise.all(clients.map(async (client) => (await client.config('GET', 'cluster-port'))[1]));
    const share = Math.ceil(SLOTS / ports.length);
    for (const [index, client] of clients.entries()) {
      // Epochs that differ from the start: otherwise nodes that meet spend seconds on settling who is newer.
      await client.cluster('SET-CONFIG-EPOCH', index + 1);
      await client.cluster('ADDSLOTSRANGE', index * share, Math.min(SLOTS, (index + 1) * share) - 1);
      if (index > 0) await clients[0].call('CLUSTER', 'MEET', '127.0.0.1', ports[index], busPorts[index]);
    }
    await until(async () => (await Promise.all(clients.map(knowsAll(ports.length)))).every(Boolean), 'the cluster agreed');
  } finally {
    clients.forEach((client) => client.disconnect());
  }
}

const knowsAll = (nodes) => async (client) => {
  const info = await client.cluster('INFO');
  return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${nodes}\r`) && info.includes('cluster_slots_ok:16384\r');
};
