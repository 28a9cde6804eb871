import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { events, json, problem, ScriptedApi } from '@querent/client/fixture';
import type { Command } from 'commander';
import { called, freshEnv } from './fixture/called';
import { describeProgram } from './run-cli';

/** The parts of a run that are printed. */
const run = (more: object = {}): object => ({
  id: 'q1',
  status: 'succeeded',
  question: 'how many',
  connection: 'shop',
  steps: [],
  answer: { text: 'There are \u001b[31m7\u0007.', suggestions: [] },
  result: { columns: [{ key: 'c1', label: 'count', type: 'integer' }], rows: [[7]], rowCount: 1, truncated: false },
  clarification: null,
  chart: null,
  sql: null,
  error: null,
  ...more,
});

const clarification = {
  ...{ id: 'c1', trigger: 'ambiguous_metric', question: 'Which?', allowText: true, expiresAt: '' },
  options: [
    { id: 'gross', label: 'gross revenue' },
    { id: 'net', label: 'net revenue' },
  ],
};

const commandsOf = (command: Command): Command[] => [command, ...command.commands.flatMap(commandsOf)];

describe('The command line', () => {
  const api = new ScriptedApi();
  let env: Record<string, string>;
  beforeAll(() => api.start());
  afterAll(() => api.stop());
  beforeEach(() => {
    env = { ...freshEnv(), QUERENT_URL: api.url, QUERENT_KEY: 'k' };
  });

  it('is described in infra/docs/command-line.md, each command with an example', async () => {
    const page = await readFile(resolve(__dirname, '../../../infra/docs/command-line.md'), 'utf8');
    const program = describeProgram('1.2.3', () => async () => undefined);
    const leaves = commandsOf(program).filter(({ commands }) => commands.length === 0);
    expect(leaves.length).toBeGreaterThan(25);
    for (const command of leaves) {
      const chain = [command.parent === program ? '' : command.parent?.name(), command.name()]
        .filter(Boolean)
        .join(' ');
      expect(page).toContain(`\`querent ${chain}`);
      for (const { long } of command.options) expect(page).toContain(long);
      const help = await called([...chain.split(' '), '--help'], env);
      expect([help.code, help.out]).toEqual([0, expect.stringContaining(`Example:\n  querent ${chain}`)]);
    }
  });

  it('shows an answer without control characters, and none of its JSON is lost', async () => {
    api.play(json(run()), json(run()));
    const shown = await called(['show', 'q1'], env);
    expect([shown.code, shown.err]).toEqual([0, '']);
    expect(shown.out).toContain('There are �[31m7�.');
    expect(shown.out).not.toMatch(/[\u001b\u0007]/);
    expect(JSON.parse((await called(['show', 'q1', '--json'], env)).out)).toEqual(run());
  });

  it('lists changes of samples, and shows one with its difference', async () => {
    const by = { tenant: 'acme', key: 'root' };
    const head = {
      id: 's7',
      at: '2026-11-29T00:00:00.000Z',
      kind: 'sample',
      name: 'shop',
      sample: 'one',
      action: 'put',
      by,
    };
    const [before, after] = ['status: pending\n', 'status: approved\n'].map((text) => ({ layer: 'revision', text }));
    api.play(json({ ...head, before, after }), json({ ...head, before: null, after: null }));
    const shown = await called(['revisions', 'show', 's7'], env);
    expect([shown.code, api.received.at(-1)?.line]).toEqual([0, 'GET /v1/revisions/s7']);
    for (const line of [
      's7 2026-11-29T00:00:00.000Z put sample shop one by root',
      '-status: pending',
      '+status: approved',
    ])
      expect(shown.out.split('\n')).toContain(line);
    expect((await called(['revisions', 'show', 's7'], env)).out).toContain('sql:read');
    api.play(json({ revisions: [head], nextCursor: null }));
    const listed = await called(['revisions', 'list', '--kind', 'sample', '--name', 'shop'], env);
    expect([listed.out.includes('shop one'), api.received.at(-1)?.line]).toEqual([
      true,
      expect.stringContaining('kind=sample'),
    ]);
  });

  it('replies by number, label or own words', async () => {
    const paused = run({ status: 'awaiting_clarification', clarification, answer: null, result: null });
    for (const [words, body] of [
      [['2'], { clarificationId: 'c1', optionId: 'net' }],
      [['gross', 'revenue'], { clarificationId: 'c1', optionId: 'gross' }],
      [['only', 'returns'], { clarificationId: 'c1', text: 'only returns' }],
    ] as const) {
      api.play(json(paused), json(run(), 202), events([[1, 'end', run()]]));
      const replied = await called(['reply', 'q1', ...words], env);
      expect([replied.code, replied.err]).toEqual([0, '']);
      expect(api.received.at(1)?.body).toEqual(body);
    }
  });

  it('stops watching at a pause, and names the options', async () => {
    const paused = run({ status: 'awaiting_clarification', clarification, answer: null, result: null });
    api.play(json({ connections: [] }), json({ connections: [] }), json(paused, 202), json(paused));
    const watched = await called(['ask', 'revenue', '-n', 'shop', '--watch', '1'], env);
    expect(watched).toMatchObject({ code: 3, out: '', err: expect.stringContaining('2. net revenue') });
    expect(watched.err).toContain('querent reply q1 1');
  });

  it.each([
    ['a wrong key', problem(401, 'unauthorized'), 4],
    ['an overtaken change', problem(412, 'precondition_failed'), 6],
    ['an unknown run', problem(404, 'not_found'), 1],
  ])('ends after %s with a code and a text', async (_, answer, code) => {
    api.play(answer);
    const ended = await called(['show', 'q1'], env);
    expect([ended.code, ended.out]).toEqual([code, '']);
    expect(ended.err).toMatch(/\S/);
    expect(ended.err).not.toMatch(/^ +at /m);
  });

  it('prints errors as JSON with --json, and nothing on standard output', async () => {
    api.play(problem(404, 'not_found'));
    const ended = await called(['show', 'q1', '--json'], env);
    expect(ended.out).toBe('');
    expect(JSON.parse(ended.err)).toMatchObject({ error: { code: 'not_found' } });
  });

  it('names what is missing: arguments, a profile, a server', async () => {
    expect(await called(['show'], env)).toMatchObject({ code: 2, err: expect.stringContaining("'run'") });
    expect(await called(['nonsense'], env)).toMatchObject({ code: 2, err: expect.stringContaining('nonsense') });
    expect(await called(['rows', 'q1', '--csv', '--arrow'], env)).toMatchObject({ code: 2 });
    expect(await called(['runs'], freshEnv())).toMatchObject({
      code: 4,
      err: expect.stringContaining('querent login'),
    });
    const stopped = new ScriptedApi();
    await stopped.start();
    await stopped.stop();
    expect(await called(['login', stopped.url, '--key-stdin'], freshEnv(), 'k')).toMatchObject({
      code: 5,
      err: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('keeps a checked key in a file that only its owner reads, and sends it to its server alone', async () => {
    const home = freshEnv();
    api.play(problem(401, 'unauthorized'));
    expect(await called(['login', api.url, '--key-stdin'], home, 'wrong\n')).toMatchObject({ code: 4 });
    expect(await called(['runs'], home)).toMatchObject({ code: 4 });
    api.play(json({ connections: [{ name: 'shop' }] }), json({ runs: [], nextCursor: null }));
    expect(await called(['login', api.url, '--key-stdin'], home, 'right\n')).toMatchObject({ code: 0 });
    const file = join(home['XDG_CONFIG_HOME'] ?? '', 'querent/config.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await called(['runs'], home)).toMatchObject({ code: 0, err: 'There are none.\n' });
    const elsewhere = { ...home, QUERENT_URL: 'http://elsewhere.example' };
    expect(await called(['runs'], elsewhere)).toMatchObject({ code: 4, err: expect.stringContaining('QUERENT_KEY') });
    expect(await called(['logout'], home)).toMatchObject({ code: 0 });
    expect(await called(['runs'], home)).toMatchObject({ code: 4 });
  });

  it('prints mistakes of a model with file and line, and writes over no file', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'querent-model-')), 'shop.yaml');
    await writeFile(file, 'tables: {}\n');
    api.play(json({ valid: false, problems: [{ path: 'tables', message: 'is empty', line: 1 }] }));
    expect(await called(['model', 'check', 'shop', file], env)).toMatchObject({
      code: 1,
      out: `${file}:1: tables: is empty\n`,
    });
    api.play((response) => void response.writeHead(200, { 'content-type': 'application/yaml' }).end('a: 1\n'));
    expect(await called(['model', 'pull', 'shop', file], env)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--force/),
    });
    expect(await readFile(file, 'utf8')).toBe('tables: {}\n');
    api.play(problem(404, 'not_found'));
    const none = await called(['model', 'pull', 'shop', file], env);
    expect(none).toMatchObject({ code: 2, err: expect.stringContaining('querent model init shop') });
  });

  it('adds what a language model proposes as comments, and nothing that is not a word', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'querent-model-')), 'shop.yaml');
    const draft = 'tables:\n  orders:\n    columns:\n      id: { role: key }\n';
    const proposal = {
      orders: { en: ['orders', 'sales'], zh: ['订单'], columns: { id: { en: ['x\n  evil: true', 'order number'] } } },
      unknown: { en: ['nothing'] },
    };
    const reply = { choices: [{ message: { content: `Here: ${JSON.stringify(proposal)}` } }] };
    api.play(json({ yaml: draft }), json(reply));
    const given = { ...env, LLM_BASE_URL: api.url, LLM_MODEL: 'm' };
    expect(await called(['model', 'init', 'shop', file], given)).toMatchObject({ code: 0 });
    const written = await readFile(file, 'utf8');
    expect(written).toContain('# Proposal: label: { en: orders }; synonyms: { en: [sales] }');
    expect(written).toContain('# Proposal: label: { zh: 订单 }');
    expect(written).not.toContain('evil');
    expect(written.replace(/^ *# Proposal.*\n/gm, '')).toContain('orders:');
    api.play(json({ yaml: draft }), json({ choices: [] }));
    expect(await called(['model', 'init', 'shop', file, '--force'], given)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--no-proposals'),
    });
  });
});
