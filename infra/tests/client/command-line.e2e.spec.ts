import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { version } from '../../../package.json';
import { HttpAsker } from '../product/http-asker';
import { leavePlainStack, plainStack } from '../product/plain-stack';

const root = resolve(__dirname, '../../..');
const program = join(root, 'dist/cli/querent.mjs');

interface Ended {
  code: number;
  out: string;
  err: string;
}

describe('The built command line, against the product', () => {
  let folder: string;
  let url: string;

  const env = (key = 'demo'): Record<string, string> => ({
    PATH: process.env['PATH'] ?? '',
    XDG_CONFIG_HOME: folder,
    QUERENT_URL: url,
    QUERENT_KEY: key,
  });
  const querent = (args: string[], key?: string): Promise<Ended> =>
    new Promise((done) => {
      execFile(
        process.execPath,
        [program, ...args],
        { env: env(key), cwd: folder, timeout: 60_000 },
        (error, out, err) => {
          done({ code: error === null ? 0 : Number(error.code), out, err });
        },
      );
    });

  beforeAll(async () => {
    ({ url } = await plainStack());
    await new HttpAsker(url).connectionIs('commerce', 'ready');
    await new HttpAsker(url).connectionIs('education', 'ready');
    folder = await mkdtemp(join(tmpdir(), 'querent-cli-'));
  }, 180_000);
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await leavePlainStack();
  }, 60_000);

  it('asks, pauses with exit code 3, replies, reads rows and cancels', async () => {
    const asked = await querent(['ask', '帮我看看基础设施的情况', '-n', 'education', '--fresh']);
    expect(asked.code).toBe(3);
    const [, id = ''] = /querent reply (\w+) 1\n$/.exec(asked.out) ?? [];
    const replied = await querent(['reply', id, '1']);
    expect([replied.code, replied.out]).toEqual([0, expect.stringContaining('基础设施')]);
    const rows = await Promise.all([[], ['--ndjson'], ['--json']].map((format) => querent(['rows', id, ...format])));
    const [csv, ndjson, json] = rows.map(({ out }) => out);
    const [row] = JSON.parse(json ?? '') as [Record<string, string>];
    expect(JSON.parse(ndjson ?? '')).toEqual(row);
    expect(csv).toContain(Object.values(row)[0]);
    expect((await querent(['rows', id, '--arrow', '-o', 'rows.arrow'])).code).toBe(0);
    expect((await readFile(join(folder, 'rows.arrow'))).byteLength).toBeGreaterThan(100);
    expect(await querent(['cancel', id])).toMatchObject({ code: 0, out: `${id}  succeeded\n` });
    const listed = await querent(['runs', '--limit', '1', '--json']);
    expect(JSON.parse(listed.out)).toMatchObject({ id });
  });

  it('ends quietly when its reader closes the pipe', async () => {
    const { out } = await querent(['ask', 'revenue by month this year', '-n', 'commerce', '--json']);
    const { id } = JSON.parse(out) as { id: string };
    const child = spawn(process.execPath, [program, 'rows', id], { env: env() });
    child.stdout.destroy();
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += String(chunk)));
    const code = await new Promise((done) => child.once('close', done));
    expect([code, errors]).toEqual([0, '']);
  });

  it('shows a key without sql:read no statement and no name of the database', async () => {
    const asked = await querent(['ask', 'top 5 products by revenue this year', '-n', 'commerce'], 'viewer');
    expect(asked.code).toBe(0);
    const { out } = await querent(['runs', '--limit', '1', '--json'], 'viewer');
    const { id } = JSON.parse(out) as { id: string };
    const calls = [
      ['show', id],
      ['show', id, '--json'],
      ['rows', id],
      ['explain', 'revenue'],
      ['model', 'pull', 'commerce'],
    ];
    const outputs = await Promise.all(calls.map((call) => querent(call, 'viewer')));
    expect(outputs.map(({ code }) => code)).toEqual([0, 0, 0, 4, 4]);
    for (const text of [asked, ...outputs].flatMap(({ out: shown, err }) => [shown, err]))
      expect(text).not.toMatch(/\bselect\b|order_items|unit_price|\bt1\b/i);
  });

  it('pulls, compares, drafts, pushes and restores a model', async () => {
    const file = join(folder, 'commerce.yaml');
    expect(await querent(['model', 'pull', 'commerce', file])).toMatchObject({ code: 0 });
    expect(await querent(['model', 'diff', 'commerce', file])).toMatchObject({ code: 0, out: 'No difference.\n' });
    const before = await readFile(file, 'utf8');
    await writeFile(file, `# reviewed\n${before}`);
    expect(await querent(['model', 'diff', 'commerce', file])).toMatchObject({
      code: 1,
      out: expect.stringContaining('+# reviewed'),
    });
    expect(await querent(['model', 'push', 'commerce', file])).toMatchObject({ code: 2 });
    const pushed = await querent(['model', 'push', 'commerce', file, '--yes', '--json']);
    const { revision } = JSON.parse(pushed.out) as { revision: string };
    const impact = await querent(['model', 'impact', 'commerce', file, '--json']);
    expect(JSON.parse(impact.out)).toMatchObject({ status: 'done', summary: { changed: 0, broken: 0 } });
    expect(await querent(['revisions', 'restore', revision, '--before'])).toMatchObject({ code: 0 });
    expect(await querent(['model', 'pull', 'commerce', file, '--force'])).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).toBe(before);
    const draft = join(folder, 'draft.yaml');
    expect(await querent(['model', 'init', 'commerce', draft])).toMatchObject({ code: 0 });
    expect(await querent(['model', 'check', 'commerce', draft])).toMatchObject({ code: 0 });
  });

  it('makes a key, prints its secret alone, and revokes it', async () => {
    const { out } = await querent(['keys', 'create', 'board', '--scopes', 'query']);
    const secret = out.trim();
    await expect(querent(['connections'], secret)).resolves.toMatchObject({ code: 0 });
    expect((await querent(['keys', 'list', '--json'])).out).not.toContain(secret);
    expect(await querent(['keys', 'revoke', 'board'])).toMatchObject({ code: 0 });
    await expect(querent(['connections'], secret)).resolves.toMatchObject({ code: 4 });
  });

  it('exports the configuration', async () => {
    const { code } = await querent(['export', '-o', 'config']);
    expect(code).toBe(0);
    expect(await readFile(join(folder, 'config/models/commerce.yaml'), 'utf8')).toContain('tables:');
  });

  it('is a package that npm installs', async () => {
    const npm = (...args: string[]): Promise<string> =>
      new Promise((done, fail) => {
        execFile('npm', args, { cwd: folder, timeout: 120_000 }, (error, out, err) =>
          error ? fail(new Error(err, { cause: error })) : done(out),
        );
      });
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    const tarball = (await npm('pack', join(root, 'dist/cli'), '--loglevel=error')).trim();
    await npm('install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', join(folder, tarball));
    expect(await npm('exec', '--offline', '--', 'querent', '--version')).toBe(`${version}\n`);
  }, 180_000);

  describe('as an MCP server on standard input and output', () => {
    const command = { command: process.execPath, args: [program, 'mcp'] };
    const ask = { question: '帮我看看基础设施的情况', connection: 'education' };

    it.each([{ pin: '2026-07-28' }, 'legacy' as const])('serves the official client, revision %j', async (mode) => {
      const client = new Client({ name: 'spec', version: '1' }, { versionNegotiation: { mode } });
      await client.connect(new StdioClientTransport({ ...command, env: env() }));
      const paused = await client.callTool({ name: 'ask', arguments: ask });
      expect(paused.structuredContent).toMatchObject({ status: 'needs_reply' });
      const { run_id } = paused.structuredContent as { run_id: string };
      const cancelled = await client.callTool({ name: 'cancel', arguments: { run_id } });
      expect(cancelled.structuredContent).toMatchObject({ run_id, status: 'cancelled' });
      await client.close();
    });

    it('serves the previous generation of the client, and explains a key that is not accepted', async () => {
      const client = new EarlierClient({ name: 'spec', version: '1' });
      await client.connect(new EarlierTransport({ ...command, env: env() }));
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('ask');
      await client.close();
      const refused = new EarlierClient({ name: 'spec', version: '1' });
      const transport = new EarlierTransport({ ...command, env: env('wrong'), stderr: 'pipe' });
      await expect(refused.connect(transport)).rejects.toThrow('querent login');
      await refused.close();
    });
  });
});
