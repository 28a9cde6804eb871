import { execFile, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { startPostgres, startStack, waitFor, type TestStack, type ThrowAwayPostgres } from '@querent/testing';
import { build } from 'esbuild';
import { Pool } from 'pg';
import { lifetimeMistakes } from '../../docs/operate/lifetimes';
import { ConfigFolder, type ConfiguredKey } from '../../tests/product/config-folder';
import { HttpAsker } from '../../tests/product/http-asker';
import { everythingInRedis } from '../../tests/product/redis-texts';
import { bundleOptions, repositoryRoot } from '../build/bundle.mjs';

const CLIENTS = `
  CREATE TABLE client (id int PRIMARY KEY, name text, region text, revenue numeric);
  INSERT INTO client SELECT n, 'Client ' || n, (ARRAY['Harbour East', 'Harbour West', 'Hill'])[n % 3 + 1], n FROM generate_series(1, 30) n;
  ANALYZE;
`;
const MODEL =
  'defaultLocale: en\ntimezone: Asia/Shanghai\ntables: { client: { label: { zh: 客户, en: client }, columns: { region: { label: { zh: 地区, en: region }, role: dimension, values: index } } } }\n';
const MOVED = 'acme:eu';
const keys: ConfiguredKey[] = [
  { name: 'eu-chief', tenant: MOVED, scopes: ['query', 'sql:read', 'admin'] },
  { name: 'other-chief', tenant: 'a c/me', scopes: ['query', 'sql:read', 'admin'] },
];
/** Everything by which a key or value of the moved tenant can be recognised. */
const TRACE = /acme:eu|acme%3Aeu|eu-chief/;

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

describe('A tenant that moves to another cell by the commands of cells.md', () => {
  const folder = mkdtempSync(`${tmpdir()}/querent-cells-`);
  const page = readFileSync(`${repositoryRoot}/infra/docs/operate/cells.md`, 'utf8');
  const configs = [new ConfigFolder(keys), new ConfigFolder(keys)] as const;
  let postgres: ThrowAwayPostgres;
  let [before, after] = [] as TestStack[] as [TestStack, TestStack];
  let histories: string[] = [];

  beforeAll(async () => {
    const tool = `${repositoryRoot}/dist/tools/backup/spec/move.cjs`;
    [postgres] = await Promise.all([
      startPostgres(),
      build({ ...bundleOptions, entryPoints: ['infra/tools/backup/backup.ts'], outfile: tool }),
    ]);
    await postgres.query(CLIENTS);
    histories = ['history_1', 'history_2'].map((name) => postgres.url.replace(/\/[^/]*$/, `/${name}`));
    for (const name of ['history_1', 'history_2']) await postgres.query(`CREATE DATABASE ${name}`);
    for (const config of configs) {
      const connection = { label: { en: 'crm' }, url: postgres.url, allowSuperuser: true };
      config.write('connections/crm.yaml', JSON.stringify(connection));
      config.write('models/crm.yaml', MODEL);
    }
    // The prefix of the new cell is the default one, which `lifetimeMistakes` reads.
    const prefixes = ['cell-1', 'querent'];
    [before, after] = (await Promise.all(
      configs.map(({ dir }, at) =>
        startStack({
          env: {
            ...{ QUERENT_CONFIG_DIR: dir, QUEUE_PREFIX: prefixes[at] ?? '', HISTORY_URL: histories[at] ?? '' },
            HISTORY_AFTER_MINUTES: '0.05',
          },
        }),
      ),
    )) as [TestStack, TestStack];
    for (const [at, { redisUrl }] of [before, after].entries())
      writeFileSync(
        `${folder}/cell-${at + 1}.env`,
        `REDIS_URL=${redisUrl}\nQUEUE_PREFIX=${prefixes[at]}\nHISTORY_URL=${histories[at]}\n`,
      );
    const program = (name: string, command: string, { LD_LIBRARY_PATH = '' }: Record<string, string> = {}): void =>
      writeFileSync(`${folder}/${name}`, `#!/bin/sh\nLD_LIBRARY_PATH='${LD_LIBRARY_PATH}' exec ${command} "$@"\n`, {
        mode: 0o755,
      });
    // As `npm run -s backup -- …` does, without building the tool each time.
    writeFileSync(`${folder}/npm`, `#!/bin/sh\nshift 4\nexec node ${tool} "$@"\n`, { mode: 0o755 });
    const { redis, bin, env } = await programsOfServers();
    program('redis-cli', redis.command.replace(/-server$/, '-cli'), redis.env);
    program('psql', `${bin}/psql`, env);
  }, 180_000);
  afterAll(async () => {
    await Promise.all([before, after].map((stack) => stack?.stop()));
    await postgres.stop();
    for (const config of configs) config.remove();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  /** The commands of the page under a name. */
  const block = (name: string): string => {
    const [, text] = new RegExp(`<!-- run: ${name} -->\\n\\n((?: {4}.*\\n)+)`).exec(page) ?? [];
    if (text === undefined) throw new Error(`cells.md has no commands ${name}`);
    return text.replace(/^ +/gm, '');
  };
  /** Runs commands in bash, as an operator does. @param onError receives each text that they write to standard error */
  const shell = (commands: string, onError: (text: string) => void = () => undefined): Promise<Ended> =>
    new Promise((resolve, reject) => {
      const child = spawn('bash', ['-euo', 'pipefail', '-c', `${block('define')}\n${commands}`], {
        cwd: folder,
        env: {
          ...process.env,
          PATH: `${folder}:${process.env['PATH']}`,
          ...{ TENANT: MOVED, FILE: 'moved.backup', KEY: 'eu-chief', OLD_URL: before.url, NEW_URL: after.url },
        },
      });
      const ended: Ended = { code: null, out: '', err: '' };
      child.stdout.on('data', (chunk) => (ended.out += chunk));
      child.stderr.on('data', (chunk) => {
        ended.err += chunk;
        onError(ended.err);
      });
      child.on('error', reject).on('close', (code) => resolve({ ...ended, code }));
    });
  const done = async (commands: string): Promise<string> => {
    const { code, out, err } = await shell(commands);
    if (code !== 0) throw new Error(`${code}: ${out}${err}`);
    return out;
  };
  /** What the API shows to a key of a tenant. */
  const shown = async (asker: HttpAsker, ids: string[]): Promise<unknown> => {
    const read = async (path: string): Promise<unknown> => (await asker.call<unknown>(path)).body;
    return {
      listed: await asker.listed(),
      runs: await Promise.all(ids.map((id) => asker.view(id))),
      results: await Promise.all(ids.map((id) => read(`/v1/queries/${id}/result`))),
      feedback: await read('/v1/feedback'),
      preferences: await read('/v1/preferences'),
      conversations: await read('/v1/conversations'),
    };
  };
  interface Audit {
    entries: { id: string; link: string; broken?: true }[];
  }
  const auditOf = async (asker: HttpAsker): Promise<Audit['entries']> =>
    (await asker.call<Audit>('/v1/audit?limit=500')).body.entries;
  const inHistory = async (at: 0 | 1): Promise<string[]> => {
    const pool = new Pool({ connectionString: histories[at] });
    const tables = ['run', 'result_page', 'audit_entry'];
    const found = await Promise.all(
      tables.map(async (table) => (await pool.query(`SELECT * FROM querent_history.${table}`)).rows as object[]),
    );
    await pool.end();
    return found.flat().map((row) => JSON.stringify(row));
  };

  it('finds its runs, results, pause, conversation, ratings and audit trail there; others notice nothing', async () => {
    const [old, other] = [new HttpAsker(before.url, 'eu-chief'), new HttpAsker(before.url, 'other-chief')];
    const moved = new HttpAsker(after.url, 'eu-chief');
    const neighbour = new HttpAsker(after.url, 'other-chief');
    await Promise.all([old, moved].map((asker) => asker.connectionIs('crm', 'ready')));
    const crm = { connection: 'crm' };
    const lender = await other.answered({ ...crm, question: 'total revenue' });
    const first = await old.answered({ ...crm, question: 'how many clients in Hill', conversationId: 'talk' });
    await old.call(`/v1/queries/${first.id}/feedback`, { rating: 'up', comment: 'right' });
    await waitFor(async () => (await inHistory(0)).some((row) => row.includes(first.id)), {
      timeoutMs: 60_000,
      intervalMs: 500,
    });
    // An answer that another tenant's run computed, which is still in Redis.
    const borrowed = await old.answered({ ...crm, question: 'total revenue' });
    const paused = await old.settled({ ...crm, question: 'revenue in Harbour', cache: 'bypass' });
    expect(paused.status).toBe('awaiting_clarification');
    const others = await shown(other, [lender.id]);
    const here = await neighbour.answered({ ...crm, question: 'total revenue' });
    expect(await done(block('ready'))).toBe('crm ready\n');

    await before.stopService('executor');
    const active = (await old.submit({ ...crm, question: 'number of clients by region', cache: 'bypass' })).body.id;
    let isRefused: () => void = () => undefined;
    const refused = new Promise<void>((resolve) => (isRefused = resolve));
    const saving = shell(block('save'), (err) => {
      if (err.includes('acme:eu is not drained: 1 run is active')) isRefused();
    });
    await Promise.race([refused, saving.then((ended) => Promise.reject(new Error(JSON.stringify(ended))))]);
    await before.startService('executor');
    const saved = await saving;
    expect(saved).toMatchObject({ code: 0, out: expect.stringMatching(/ sound; version .* items of acme:eu, /) });
    const savedAt = Date.now();
    const ids = [first.id, borrowed.id, active];
    // Reads of results after the file was written are only in the old trail.
    const trail = (await auditOf(old)).filter(({ id }) => Number(id.split('-')[0]) < savedAt);
    const wanted = await shown(old, ids);
    expect(trail.length).toBeGreaterThan(5);

    // The old cell has the tenant's data.
    const again = await shell('in_old npm run -s backup -- restore "$FILE"');
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('acme:eu already has data here: ')]);
    copyFileSync(`${folder}/moved.backup`, `${folder}/damaged.backup`);
    truncateSync(`${folder}/damaged.backup`, 1_000);
    const damaged = await shell('in_new npm run -s backup -- restore damaged.backup');
    expect([damaged.code, damaged.err]).toEqual([1, expect.stringContaining('cannot be read')]);
    expect(await moved.listed()).toEqual([]);

    expect(await done(block('restore'))).toMatch(/\d\d items of acme:eu restored, 0 were there, 0 expired/);
    expect(await done(block('restore'))).toMatch(/: 0 items of acme:eu restored/);
    expect((await done(block('check'))).split('\n')).toEqual(['same runs', 'same result', '0', '']);
    expect(await shown(moved, ids)).toEqual(wanted);
    const there = await auditOf(moved);
    expect(there.slice(0, trail.length)).toEqual(trail);
    const option = paused.clarification?.options[0]?.id;
    const reply = { clarificationId: paused.clarification?.id, optionId: option };
    expect((await moved.call(`/v1/queries/${paused.id}/clarification`, reply)).status).toBe(202);
    expect((await moved.over(paused.id)).status).toBe('succeeded');
    const further = await moved.answered({ ...crm, question: 'and in Harbour East', conversationId: 'talk' });
    expect(further.status).toBe('succeeded');
    expect(JSON.stringify(further.answer)).toMatch(/clients.*Harbour East/i);

    expect(await done(block('erase'))).toContain('true');
    await done(block('trail'));
    const left = (await everythingInRedis(before.redisUrl)).filter(({ key, text }) => {
      const all = `${key}\n${text}`;
      return TRACE.test(all) || [...ids, paused.id].some((id) => all.includes(id));
    });
    expect(left.map(({ key }) => key)).toEqual([]);
    expect((await inHistory(0)).filter((row) => TRACE.test(row))).toEqual([]);
    expect(await shown(other, [lender.id])).toEqual(others);
    expect(await neighbour.listed()).toEqual([here.id]);
    expect((await shown(moved, ids)) as object).toMatchObject({ runs: (wanted as { runs: unknown[] }).runs });
    expect((await auditOf(moved)).filter(({ broken }) => broken)).toEqual([]);
    expect(await lifetimeMistakes(after.redisUrl)).toEqual([]);
  }, 180_000);
});

/** The servers' programs, with the variables that they need; clients are in the same folders. */
async function programsOfServers(): Promise<{
  redis: { command: string; env: Record<string, string> };
  bin: string;
  env: Record<string, string>;
}> {
  const source = `
    import { provideRedis } from './servers/redis-program.mjs';
    import { providePostgres } from './servers/postgres-server.mjs';
    console.log(JSON.stringify({ redis: await provideRedis(), ...(await providePostgres()) }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: `${repositoryRoot}/infra/tools/local`,
  });
  return JSON.parse(stdout) as Awaited<ReturnType<typeof programsOfServers>>;
}
