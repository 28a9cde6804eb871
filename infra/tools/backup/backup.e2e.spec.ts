import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { keyFamilies, keyReader, productVersion } from '@querent/platform';
import { startPostgres, startRedis, type ThrowAwayPostgres, type ThrowAwayServer } from '@querent/testing';
import { build } from 'esbuild';
import Redis from 'ioredis';
import { lifetimeMistakes } from '../../docs/operate/lifetimes';
import { bundleVersion } from '../../suites/upgrade/bundle-version';
import { startVersion, type RunningVersion } from '../../suites/upgrade/running-version';
import { HttpAsker } from '../../tests/product/http-asker';
import { bundleOptions, repositoryRoot } from '../build/bundle.mjs';
import { treatments } from './backed-up';
import { saveBackup } from './save-backup';

const CLIENTS = `
  CREATE TABLE client (id int PRIMARY KEY, name text, region text, revenue numeric);
  INSERT INTO client SELECT n, 'Client ' || n, (ARRAY['Harbour East', 'Harbour West', 'Hill'])[n % 3 + 1], n FROM generate_series(1, 30) n;
  ANALYZE;
`;
const MODEL =
  'defaultLocale: en\ntimezone: Asia/Shanghai\ntables: { client: { label: { zh: 客户, en: client }, columns: { region: { label: { zh: 地区, en: region }, role: dimension, values: index } } } }\n';
const SAMPLE = { question: 'clients of the hill', sql: "SELECT count(*) FROM client WHERE region = 'Hill'" };

describe('The product on a Redis that was restored from a backup', () => {
  const folder = mkdtempSync(`${tmpdir()}/querent-restored-`);
  const file = `${folder}/querent.backup`;
  const running: RunningVersion[] = [];
  const servers: (ThrowAwayServer | ThrowAwayPostgres)[] = [];
  let [program, tool]: string[] = [];
  let [source, target] = [] as Redis[] as [Redis, Redis];

  const start = async (redis: string): Promise<HttpAsker> => {
    const version = await startVersion(program ?? '', { REDIS_URL: redis, QUERENT_CONFIG_DIR: folder });
    running.push(version);
    const asker = new HttpAsker(version.url);
    await asker.connectionIs('crm', 'ready');
    return asker;
  };
  const put = async ({ url }: HttpAsker, path: string, body: object): Promise<number> => {
    const headers = { authorization: 'Bearer demo', 'content-type': 'application/json', 'if-none-match': '*' };
    return (await fetch(`${url}${path}`, { method: 'PUT', headers, body: JSON.stringify(body) })).status;
  };
  /** The command as an operator runs it. */
  const backup = (command: string, redis: string): Promise<{ stdout: string }> =>
    promisify(execFile)(process.execPath, [tool ?? '', command, file], { env: { ...process.env, REDIS_URL: redis } });
  /** What the API shows of everything that must survive. */
  const shown = async (asker: HttpAsker, ids: string[]): Promise<unknown> => {
    const read = async (path: string): Promise<unknown> => (await asker.call<unknown>(path)).body;
    return {
      runs: await Promise.all(ids.map((id) => asker.view(id))),
      results: await Promise.all(ids.map((id) => read(`/v1/queries/${id}/result`))),
      agent: await read('/v1/agents/desk'),
      samples: await read('/v1/connections/crm/samples'),
      feedback: await read('/v1/feedback'),
      preferences: await read('/v1/preferences'),
      conversations: await read('/v1/conversations'),
    };
  };

  beforeAll(async () => {
    tool = `${repositoryRoot}/dist/tools/backup/spec/backup.cjs`;
    const [bundle, , postgres, first, second] = await Promise.all([
      bundleVersion('restored', {}),
      build({ ...bundleOptions, entryPoints: ['infra/tools/backup/backup.ts'], outfile: tool }),
      startPostgres(),
      startRedis(),
      startRedis(),
    ]);
    program = bundle;
    servers.push(postgres, first, second);
    [source, target] = [new Redis(first.url), new Redis(second.url)];
    await postgres.query(CLIENTS);
    for (const name of ['connections', 'models']) mkdirSync(`${folder}/${name}`);
    const connection = { label: { en: 'crm' }, url: postgres.url, allowSuperuser: true };
    writeFileSync(`${folder}/connections/crm.yaml`, JSON.stringify(connection));
    writeFileSync(`${folder}/models/crm.yaml`, MODEL);
  }, 120_000);
  afterAll(async () => {
    await Promise.all(running.map((one) => one.kill()));
    source.disconnect();
    target.disconnect();
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  it('shows the configuration, samples, ratings, habits, conversations and runs from before the backup', async () => {
    const before = await start(servers[1]?.url ?? '');
    // Before the habit exists, which would answer it.
    const paused = await before.settled({ question: 'revenue in Harbour', connection: 'crm', cache: 'bypass' });
    expect(paused.status).toBe('awaiting_clarification');
    const ids: string[] = [];
    for (const question of ['how many clients are there', 'total revenue', 'number of clients by region'])
      ids.push((await before.answered({ question, connection: 'crm', conversationId: 'talk' })).id);
    for (let n = 0; n < 3; n++) {
      const { id, clarification } = await before.settled({
        question: 'how many clients in Harbour',
        connection: 'crm',
      });
      const optionId = clarification?.options[0]?.id;
      await before.call(`/v1/queries/${id}/clarification`, { clarificationId: clarification?.id, optionId });
      ids.push((await before.over(id)).id);
    }
    await before.call(`/v1/queries/${ids[0]}/feedback`, { rating: 'up', comment: 'right' });
    expect((await before.call('/v1/connections/crm/samples', SAMPLE)).status).toBe(201);
    expect(await put(before, '/v1/agents/desk', { instructions: 'be brief', connections: ['crm'] })).toBe(201);
    const wanted = await shown(before, ids);

    let isAsking = true;
    let asked = 0;
    const asking = Promise.all(
      [1, 2].map(async () => {
        for (; isAsking; asked++)
          await before.answered({ question: 'total revenue', connection: 'crm', cache: 'bypass' });
      }),
    );
    await saveBackup(source, 'querent', file, 0);
    isAsking = false;
    await asking;
    expect(asked).toBeGreaterThan(0);
    await running[0]?.kill();
    expect((await backup('check', 'redis://127.0.0.1:1')).stdout).toContain(`sound; version ${productVersion}`);
    expect((await backup('restore', servers[2]?.url ?? '')).stdout).toMatch(/: \d\d+ keys restored, 0 expired/);
    expect(restoredMistakes(await target.keys('*'))).toEqual([]);

    const after = await start(servers[2]?.url ?? '');
    expect(await shown(after, ids)).toEqual(wanted);
    expect((await after.call(`/v1/queries/${paused.id}`)).status).toBe(404);
    const listed = await after.listed();
    expect(ids.filter((id) => !listed.includes(id))).toEqual([]);
    const { body } = await after.call<{ entries: unknown[]; broken?: unknown }>('/v1/audit');
    expect(body).toMatchObject({ entries: expect.arrayContaining([expect.anything()]) });
    expect(body.broken ?? []).toEqual([]);
    expect(await after.answered({ question: 'total revenue', connection: 'crm' })).toMatchObject({
      status: 'succeeded',
    });
    expect(await lifetimeMistakes(servers[2]?.url ?? '')).toEqual([]);
  }, 120_000);
});

/** Restored keys that a backup must not contain, and families without which the test would show nothing. */
function restoredMistakes(keys: string[]): string[] {
  const read = keyReader('querent');
  const families = new Set(keys.map((key) => read(key)?.family.name ?? key));
  const needed = ['runs', 'lists of runs', 'samples', 'feedback', 'habits', 'conversations', 'configuration'];
  return [
    ...[...families].filter((name) => typeof treatments[name] !== 'string').map((name) => `${name} was restored`),
    ...[...needed, 'revisions of the configuration', 'audit trails', 'sizes of runs']
      .filter((name) => !families.has(name) || !keyFamilies.some((family) => family.name === name))
      .map((name) => `${name} is missing`),
  ];
}
