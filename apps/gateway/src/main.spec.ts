import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { createRedis } from '@querent/platform';
import { SnapshotStore } from '@querent/catalog';
import { startRedis, waitFor } from '@querent/testing';
import { buildSync } from 'esbuild';
import { snapshotOf } from './testing/gateway-under-test';

const root = resolve(__dirname, '../../..');
const demo = { authorization: 'Bearer demo', 'content-type': 'application/json' };

describe('the gateway as a process', () => {
  let dir: string;
  let main: string;
  const running: ChildProcessByStdio<null, Readable, Readable>[] = [];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'querent-main-'));
    await mkdir(join(dir, 'config/connections'), { recursive: true });
    await writeFile(join(dir, 'config/connections/shop.yaml'), 'url: postgres://u:p@db:5432/shop\n');
    // Inside the repository, so that packages are found from it.
    main = join(root, 'node_modules/.cache', `gateway-under-test-${process.pid}.cjs`);
    buildSync({
      entryPoints: [join(root, 'apps/gateway/src/main.ts')],
      outfile: main,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      packages: 'external',
      tsconfig: join(root, 'tsconfig.base.json'),
      loader: { '.lua': 'text' },
    });
  });
  afterAll(async () => {
    running.forEach((child) => child.kill('SIGKILL'));
    await rm(dir, { recursive: true, force: true });
    await rm(main, { force: true });
  });

  const start = async (env: Record<string, string>) => {
    const child = spawn(process.execPath, [main], {
      env: { PATH: process.env['PATH'], PORT: '0', QUERENT_CONFIG_DIR: join(dir, 'config'), WARM_UP_MS: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(child);
    let log = '';
    child.stdout.on('data', (chunk) => (log += chunk));
    child.stderr.on('data', (chunk) => (log += chunk));
    const base = await waitFor(() => /"address":"([^"]+)"/.exec(log)?.[1], { timeoutMs: 50_000 });
    return { child, base, log: () => log };
  };

  it('prints its environment variables with --help', () => {
    const { status, stdout } = spawnSync(process.execPath, [main, '--help'], { encoding: 'utf8' });
    expect(status).toBe(0);
    for (const name of ['PORT', 'REDIS_URL', 'QUERENT_CONFIG_DIR', 'MAX_BACKLOG']) expect(stdout).toContain(name);
    expect(stdout).toContain('[3000]');
  });

  it('reports every mistake in its environment and exits with 1', () => {
    const { status, stderr } = spawnSync(process.execPath, [main], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], PORT: '99999', REDIS_URL: 'http://x', LOG_LEVEL: 'loud' },
    });
    expect(status).toBe(1);
    for (const name of ['PORT', 'REDIS_URL', 'LOG_LEVEL']) expect(stderr).toContain(name);
  });

  it('starts without Redis, reports not ready, and refuses questions at once', async () => {
    const { child, base, log } = await start({ REDIS_URL: 'redis://127.0.0.1:1' });
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    expect((await fetch(`${base}/readyz`)).status).toBe(503);
    const refused = await fetch(`${base}/v1/queries`, {
      method: 'POST',
      headers: demo,
      body: '{"question":"q","connection":"shop"}',
    });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([503, 'unavailable']);
    const began = Date.now();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(log()).not.toContain('Bearer demo');
  });

  it('on SIGTERM answers waiting requests, ends event streams, closes idle connections and exits with 0', async () => {
    const redis = await startRedis();
    const { child, base } = await start({ REDIS_URL: redis.url });
    const client = createRedis(redis.url, 'worker');
    await new SnapshotStore(client, 'querent').put('shop', snapshotOf('shop'));
    const ask = (prefer = '') =>
      fetch(`${base}/v1/queries`, {
        method: 'POST',
        headers: { ...demo, prefer },
        body: '{"question":"how many orders","connection":"shop"}',
      });
    const run = await waitFor(async () => {
      const response = await ask();
      return response.status === 202 ? ((await response.json()) as { id: string }) : null;
    });
    const stream = await fetch(`${base}/v1/queries/${run.id}/events`, { headers: demo });
    const streamed = stream.text();
    const waiting = ask('wait=30');
    await waitFor(
      async () =>
        ((await (await fetch(`${base}/v1/queries`, { headers: demo })).json()) as { runs: unknown[] }).runs.length ===
        2,
    );
    const began = Date.now();
    child.kill('SIGTERM');
    const [exit, answered, text] = await Promise.all([once(child, 'exit'), waiting, streamed]);
    expect(exit).toEqual([0, null]);
    expect(Date.now() - began).toBeLessThan(10_000);
    expect([answered.status, ((await answered.json()) as { status: string }).status]).toEqual([202, 'queued']);
    expect(text).toContain('event: status');
    expect(text).not.toContain('event: end');
    client.disconnect();
    await redis.stop();
  });

  it('answers 503 on /readyz for DRAIN_MS before the port closes, for load balancers', async () => {
    const redis = await startRedis();
    const { child, base } = await start({ REDIS_URL: redis.url, DRAIN_MS: '2000' });
    await waitFor(async () => (await fetch(`${base}/readyz`)).status === 200);
    child.kill('SIGTERM');
    await waitFor(async () => (await fetch(`${base}/readyz`)).status === 503);
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    expect(await once(child, 'exit')).toEqual([0, null]);
    await redis.stop();
  });
});
