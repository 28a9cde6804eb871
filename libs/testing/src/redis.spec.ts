import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { resolve } from 'node:path';
import Redis from 'ioredis';
import { startRedis, waitFor } from './index';

const withClient = async <T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> => {
  const client = new Redis(url, { maxRetriesPerRequest: 1 });
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('startRedis', () => {
  it('gives each caller a separate server and removes its process and folder when stopped', async () => {
    const servers = await Promise.all([startRedis(), startRedis()]);
    expect(servers[0].port).not.toBe(servers[1].port);
    await withClient(servers[0].url, (client) => client.set('key', 'one'));
    expect(await withClient(servers[1].url, (client) => client.get('key'))).toBeNull();
    await Promise.all(servers.map((server) => server.stop()));
    for (const server of servers) {
      expect(isAlive(server.pid)).toBe(false);
      expect(existsSync(server.dir)).toBe(false);
    }
  });

  it('starts Redis with the noeviction policy of production', async () => {
    const redis = await startRedis();
    expect(await withClient(redis.url, (client) => client.config('GET', 'maxmemory-policy'))).toEqual([
      'maxmemory-policy',
      'noeviction',
    ]);
    await redis.stop();
  });

  it('keeps acknowledged writes over a kill and a restart on the same folder and port', async () => {
    const first = await startRedis({ aof: true });
    await withClient(first.url, (client) => client.set('paused', 'run'));
    await first.kill();
    const second = await startRedis({ aof: true, dir: first.dir, port: first.port });
    expect(second.url).toBe(first.url);
    expect(await withClient(second.url, (client) => client.get('paused'))).toBe('run');
    await second.stop();
    await first.stop();
    expect(existsSync(first.dir)).toBe(false);
  });

  it('ends the Redis server when the process that started it is killed', async () => {
    const keeper = resolve(__dirname, '../../../infra/tools/local/servers/server-keeper.mjs');
    const owner = spawn(process.execPath, [
      '-e',
      `const c = require('node:child_process').spawn(process.execPath, [${JSON.stringify(keeper)}, 'redis']);
       c.stdout.pipe(process.stdout)`,
    ]);
    const [line] = await once(owner.stdout, 'data');
    const { pid, dir } = JSON.parse(String(line));
    expect(isAlive(pid)).toBe(true);
    owner.kill('SIGKILL');
    await waitFor(() => !isAlive(pid) && !existsSync(dir));
  });
});
