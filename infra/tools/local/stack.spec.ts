import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { startRedis, waitFor, type ThrowAwayServer } from '@querent/testing';
import { firstLine, runModule, startModule } from './run-module';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const serviceNames = ['gateway', 'intent', 'schema-retrieval', 'sql-generator', 'executor', 'chart'];

describe('startStack', () => {
  const folder = mkdtempSync(`${tmpdir()}/querent-stack-spec-`);
  const fake = `${folder}/fake.mjs`;
  const broken = `${folder}/broken.mjs`;
  let redis: ThrowAwayServer;
  let env: Record<string, string>;

  beforeAll(async () => {
    writeFileSync(
      fake,
      `
      import { createServer } from 'node:http';
      createServer((_, answer) => answer.end('{"status":"ok","checks":{"redis":"ok"}}')).listen(Number(process.env.PORT), process.env.HOST);
      console.log('serves ' + process.env.REDIS_URL);
      process.on('SIGTERM', () => { console.log('ends in order'); process.exit(0); });`,
    );
    writeFileSync(broken, 'console.error("LLM_BASE_URL is not a URL"); process.exit(1);');
    redis = await startRedis();
    env = { REDIS_URL: redis.url, QUERENT_DEMO_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  });
  afterAll(async () => {
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (options: string): string => `
    import { startStack } from './stack.mjs';
    const lines = [];
    const onLine = (name, line) => lines.push(name + ': ' + line);
    const stack = await startStack({ scriptOf: () => ${JSON.stringify(fake)}, onLine, ${options} });`;

  it('runs one process for each service, or as many as --scale demands, and stops them gracefully', async () => {
    const { pids, lines } = await runModule<{ pids: Record<string, number[]>; lines: string[] }>(
      `${start('scale: { executor: 2 }')}
       const { pids } = stack;
       await stack.stop();
       console.log(JSON.stringify({ pids, lines }))`,
      env,
    );
    expect(Object.entries(pids).map(([name, ids]) => [name, ids.length])).toEqual([
      ['gateway', 1],
      ['intent', 1],
      ['schema-retrieval', 1],
      ['sql-generator', 1],
      ['executor', 2],
      ['chart', 1],
    ]);
    expect(lines).toContain(`executor-2: serves ${redis.url}`);
    expect(lines.filter((line) => line.endsWith('ends in order'))).toHaveLength(7);
    expect(Object.values(pids).flat().filter(isAlive)).toEqual([]);
  });

  it('starts the demo database only if a connection uses it', async () => {
    const own = `${folder}/own`;
    mkdirSync(`${own}/connections`, { recursive: true });
    writeFileSync(
      `${own}/connections/shop.yaml`,
      '# url: ${QUERENT_DEMO_DATABASE_URL}\nlabel: { en: Shop }\nurl: ${SHOP_URL}\n',
    );
    const { names, url, uses } = await runModule<{ names: string[]; url: string; uses: boolean[] }>(
      `${start('')}
       import { usesDemoDatabase } from './uses-demo-database.mjs';
       const names = Object.keys(stack.pids);
       await stack.stop();
       const uses = [${JSON.stringify(own)}, 'infra/demo/config', 'not/there'].map(usesDemoDatabase);
       console.log(JSON.stringify({ names, url: stack.databaseUrl ?? 'none', uses }))`,
      { ...env, QUERENT_DEMO_DATABASE_URL: '', QUERENT_CONFIG_DIR: own },
    );
    expect(names).toEqual(serviceNames);
    expect(url).toBe('none');
    expect(uses).toEqual([false, true, false]);
  });

  it('restarts a killed service on the same port', async () => {
    const { before, after, down, lines } = await runModule<{
      before: number;
      after: number;
      down: number[];
      lines: string[];
    }>(
      `${start('')}
       const before = stack.pids.executor[0];
       stack.killService('executor');
       while (stack.pids.executor[0] === before || stack.pids.executor.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
       await stack.ready();
       const after = stack.pids.executor[0];
       await stack.stopService('executor');
       const down = stack.pids.executor;
       await stack.startService('executor');
       await stack.ready();
       await stack.stop();
       console.log(JSON.stringify({ before, after, down, lines }))`,
      env,
    );
    expect(after).not.toBe(before);
    expect(down).toEqual([]);
    expect(lines).toContainEqual(
      expect.stringMatching(/^executor: \(supervisor\) ended \(SIGKILL\), starts again in \d+ ms$/),
    );
  });

  it('restarts its private Redis after a kill, with its data and on the same port', async () => {
    const { kept, port } = await runModule<{ kept: string; port: boolean }>(
      `${start('')}
       import Redis from 'ioredis';
       const client = new Redis(stack.redisUrl);
       client.on('error', () => undefined);
       await client.set('paused', 'run');
       const { redisUrl } = stack;
       const [before] = stack.pids.redis;
       stack.killService('redis');
       while ((stack.pids.redis[0] ?? before) === before) await new Promise((resolve) => setTimeout(resolve, 10));
       const kept = await client.get('paused');
       client.disconnect();
       await stack.stop();
       console.log(JSON.stringify({ kept, port: redisUrl === stack.redisUrl }))`,
      { ...env, REDIS_URL: '' },
    );
    expect({ kept, port }).toEqual({ kept: 'run', port: true });
  });

  it('names a service that cannot start, and leaves nothing running', async () => {
    const started = runModule(
      start(`scriptOf: (name) => name === 'chart' ? ${JSON.stringify(broken)} : ${JSON.stringify(fake)}`),
      env,
    );
    await expect(started).rejects.toThrow(/chart ended 4 times while starting/);
  });

  it('reports a port that is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(runModule(start(`port: ${port}`), env)).rejects.toThrow(`Port ${port} of 127.0.0.1 is taken`);
    taken.close();
  });

  it('refuses to scale an unknown service, and to scale a service to zero', async () => {
    await expect(runModule(start('scale: { excutor: 2 }'), env)).rejects.toThrow('no service excutor');
    await expect(runModule(start('scale: { executor: 0 }'), env)).rejects.toThrow('whole number');
  });

  it('ends all of its processes if it is killed', async () => {
    const supervisor = startModule(`${start('')} console.log(JSON.stringify(stack.pids))`, { ...env, REDIS_URL: '' });
    const pids = Object.values(await firstLine<Record<string, number[]>>(supervisor)).flat();
    expect(pids).toHaveLength(7);
    expect(pids.every(isAlive)).toBe(true);
    supervisor.kill('SIGKILL');
    await waitFor(() => pids.every((pid) => !isAlive(pid)));
  });
});

describe('restartDelayMs', () => {
  it('doubles up to ten seconds and spreads restarts over the upper half', async () => {
    const delays = await runModule<number[]>(`
      import { restartDelayMs } from './servers/managed-process.mjs';
      console.log(JSON.stringify([1, 2, 3, 7, 50].flatMap((n) => [restartDelayMs(n, () => 0), restartDelayMs(n, () => 1)])))`);
    expect(delays).toEqual([100, 200, 200, 400, 400, 800, 5_000, 10_000, 5_000, 10_000]);
  });
});
