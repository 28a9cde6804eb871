import { queueSlots, type QueueSlots } from '@querent/platform';
import { startRedisCluster } from '@querent/testing';
import Redis from 'ioredis';
import { fixed } from '../../bench/statistics';
import { Crowd } from './crowd';
import type { Flags } from './flags';
import { machine } from './loaded-stack';
import { openPrivateStack } from './private-stack';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const IN_FLIGHT = 8;
const WARM_UP = 200;
/** Part of a core that a Redis may use. */
const BUSY = 0.7;

/** Processor time and commands of a Redis server. */
interface Used {
  ms: number;
  commands: number;
}

/** What a question costs each master of a cluster, with all queues in one slot and with a slot for each. */
export async function cluster({ world, runs, masters, env, redis }: Flags): Promise<void> {
  print(`a cluster of ${masters} masters, ${runs} questions; ${machine()}`);
  for (const slots of queueSlots) {
    const used = await usedPerQuestion(slots, { world, runs, masters, env, redis });
    const busiest = Math.max(...used.map(({ ms }) => ms));
    print(
      `  QUEUE_SLOTS=${slots}: ${used.map(({ ms, commands }) => `${fixed(ms, 2)} ms and ${fixed(commands, 1)} commands`).join('; ')} a question; at ${100 * BUSY} % of a core the busiest permits ${fixed((1_000 * BUSY) / busiest, 0)} questions a second; ${machine()}`,
    );
  }
}

async function usedPerQuestion(
  slots: QueueSlots,
  { world, runs, masters, env, redis }: Pick<Flags, 'world' | 'runs' | 'masters' | 'env' | 'redis'>,
): Promise<Used[]> {
  const servers = await startRedisCluster({ masters, settings: { appendonly: 'yes', ...redis } });
  const own = await openPrivateStack({
    world,
    tenants: ['crowd'],
    env: { ...env, REDIS_URL: servers.url, QUEUE_SLOTS: slots },
  });
  const crowd = new Crowd(own.stack.url, world.straight, IN_FLIGHT);
  const nodes = servers.ports.slice(0, masters).map((port) => new Redis(port, '127.0.0.1'));
  try {
    await answered(crowd, WARM_UP);
    const before = await Promise.all(nodes.map(usedBy));
    await answered(crowd, runs);
    const after = await Promise.all(nodes.map(usedBy));
    return after.map(({ ms, commands }, at) => ({
      ms: (ms - (before[at]?.ms ?? 0)) / runs,
      commands: (commands - (before[at]?.commands ?? 0)) / runs,
    }));
  } finally {
    crowd.close();
    nodes.forEach((node) => node.disconnect());
    await own.close();
    await servers.stop();
  }
}

/** Asks so many questions, some at a time. @throws if one is not answered */
async function answered(crowd: Crowd, count: number): Promise<void> {
  let left = count;
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (left-- > 0) {
        const { status } = await crowd.submit('crowd', { prefer: 'wait=60' });
        if (status !== 200) throw new Error(`A question was answered with ${status}`);
      }
    }),
  );
}

async function usedBy(node: Redis): Promise<Used> {
  const info = await node.info('everything');
  const number = (name: string): number => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1] ?? NaN);
  return {
    ms: 1_000 * (number('used_cpu_user') + number('used_cpu_sys')),
    commands: number('total_commands_processed'),
  };
}
