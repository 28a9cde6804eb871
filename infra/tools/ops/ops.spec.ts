import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { runStatuses } from '@querent/contracts';
import { failExhausted } from '@querent/saga';
import { pause, startGateway, type GatewayUnderTest } from '../../../apps/gateway/src/testing/gateway-under-test';

const program = `${__dirname}/ops.mjs`;

interface Ended {
  code: number;
  out: string;
  err: string;
}

describe('npm run ops', () => {
  let gateway: GatewayUnderTest;
  let url: string;
  const env = (key: string): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], QUERENT_URL: url, QUERENT_KEY: key });
  const ops = async (args: string[], key = 'root-key'): Promise<Ended> =>
    promisify(execFile)(process.execPath, [program, ...args], { env: env(key) }).then(
      ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        out: error.stdout,
        err: error.stderr,
      }),
    );
  const createDeadLetter = async (question: string): Promise<string> => {
    const run = await gateway.ask({ question }, 'bob');
    await failExhausted(
      gateway.services.store,
      gateway.services.letters,
      { job: 'understand', payload: { runId: run.id, version: run.version, traceparent: run.traceparent } },
      'boom',
    );
    return run.id;
  };

  beforeAll(async () => {
    gateway = await startGateway();
    url = await gateway.listen();
  }, 60_000);
  afterAll(() => gateway.stop());

  it('shows the readiness, queues, runs, dead letters and unreachable databases', async () => {
    await gateway.advance((await gateway.ask({ question: 'how many wait' })).id, pause());
    await createDeadLetter('how many fail');
    const { code, out } = await ops(['status']);
    expect(code).toBe(0);
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+ {2}ready\n\nqueue +waiting +oldest s +active +later +failed\n/);
    expect(out).toMatch(/^intent +\d+ +\d+ +0 +0 +0$/m);
    expect(out).toMatch(/^runs +1 awaiting_clarification$/m);
    expect(out).toMatch(/^dead letters {2}1$/m);
    expect(out).toMatch(/^connections +2 ready, down unavailable, fresh preparing$/m);
    expect(out).toMatch(/^ {2}✗ the database of down cannot be reached$/m);
    expect((await ops(['status'], 'opsSql-key')).out).toMatch(
      /^ {2}✗ the database of down cannot be reached since 20[\dT:.-]+Z: connect ECONNREFUSED db:5432$/m,
    );
    expect(JSON.parse((await ops(['status', '--json'])).out)).toMatchObject({
      ready: true,
      runs: { awaiting_clarification: 1 },
      deadLetters: 1,
      breakers: [],
    });
  });

  it('shows the steps of a run, lists runs by state, and cancels a run', async () => {
    const { id } = await gateway.advance((await gateway.ask({ question: '有多少\u001b[31m订单' })).id, pause());
    const details = await ops(['run', id]);
    expect(details.out).toContain('awaiting_clarification');
    expect(details.out).toMatch(/ms {2}intent +I need to know which score\.\n/);
    expect(details.out).toContain('- composite');
    // The escape sequence of the question must not reach the terminal.
    expect(details.out).not.toContain('\u001b');
    expect((await ops(['runs', '--state', 'awaiting_clarification', '--limit', '1'])).out).toContain(id);
    expect(await ops(['cancel', id])).toMatchObject({ code: 0, out: `${id} is cancelled.\n` });
    expect((await ops(['runs', '--state', 'awaiting_clarification', '--json'])).out).not.toContain(id);
  });

  it('lists dead letters, and replays or discards one or all of them', async () => {
    const [kept, again] = [await createDeadLetter('which one'), await createDeadLetter('which other')];
    const letters = JSON.parse((await ops(['dead-letters', '--json'])).out).deadLetters as {
      id: string;
      runId: string;
    }[];
    const letterOf = (runId: string): string => letters.find((letter) => letter.runId === runId)?.id ?? '';
    expect((await ops(['dead-letters'])).out).toMatch(/understand +[\d: -]{19} +boom/);
    const replayed = await ops(['replay', letterOf(again)]);
    expect(replayed).toMatchObject({ code: 0, out: expect.stringMatching(/goes on as q\w+\n$/) });
    expect(await gateway.services.store.get(/as (q\w+)/.exec(replayed.out)?.[1] ?? '')).toMatchObject({
      request: { question: 'which other' },
    });
    expect((await ops(['replay', letterOf(again)])).code).toBe(1);
    expect((await ops(['discard', letterOf(kept)])).out).toContain('discarded');
    for (let n = 0; n < 3; n += 1) await createDeadLetter(`question ${n}`);
    expect((await ops(['replay', '--all'])).out).toMatch(/4 of 4 done\.\n$/);
    expect((await ops(['discard', '--all'])).out).toBe('No dead letters.\n');
  });

  it('replays the dead letters after those that cannot be replayed, also beyond one page', async () => {
    const { letters, store, redis } = gateway.services;
    const last = await createDeadLetter('the one behind');
    const left = await createDeadLetter('of a deleted key');
    await redis.hset(store.keys.run(left), 'keyName', 'nobody');
    // Newer than the other one, so they are tried first.
    const at = new Date(Date.now() + 60_000).toISOString();
    for (let n = 0; n < 101; n += 1)
      await letters.add({
        id: `${left}-copy${n}`,
        runId: left,
        tenant: 'acme',
        job: 'understand',
        version: 1,
        reason: 'boom',
        at,
      });
    const replayed = await ops(['replay', '--all']);
    expect(replayed).toMatchObject({ code: 1, out: expect.stringContaining(`goes on as ${last}_1`) });
    expect(replayed.out).toMatch(/1 of 103 done\.\n$/);
    expect(JSON.parse((await ops(['dead-letters', '--limit', '102', '--json'])).out).deadLetters).toHaveLength(102);
    expect((await ops(['discard', '--all'])).out).toMatch(/102 of 102 done\.\n$/);
  }, 30_000);

  it.each<[string, string[], string, number, RegExp]>([
    ['no command', [], 'root-key', 2, /^Usage: npm run ops/],
    ['an unknown command', ['explode'], 'root-key', 2, /^There is no command “explode”/],
    ['a command that every object has', ['constructor'], 'root-key', 2, /^There is no command/],
    ['an unknown flag', ['status', '--frob'], 'root-key', 2, /frob/],
    ['no id', ['run'], 'root-key', 2, /^Give one id\.$/],
    ['neither an id nor all', ['discard'], 'root-key', 2, /^Give the id of one dead letter, or --all\.$/],
    ['a wrong limit', ['runs', '--limit', 'many'], 'root-key', 2, /^--limit must be a whole number/],
    ['an unknown state', ['runs', '--state', 'frozen'], 'root-key', 1, /could not be understood/],
    [
      'an unknown run',
      ['run', 'q00000000nothing'],
      'root-key',
      1,
      /^What was requested was not found, or this key may not see it\.$/,
    ],
    [
      'an id that contains a path',
      ['run', '../connections'],
      'root-key',
      1,
      /^What was requested was not found, or this key may not see it\.$/,
    ],
    ['an unknown key', ['dead-letters'], 'wrong-key', 1, /^The access key is missing or not valid\.$/],
    ['a key without the scope', ['dead-letters'], 'bob-key', 1, /^This key may not do that\.$/],
    ['an address of another protocol', ['status', '--url', 'ftp://x'], 'root-key', 1, /is not an HTTP address/],
  ])('reports %s in one line', async (_, args, key, code, err) => {
    const ended = await ops(args, key);
    expect([ended.code, ended.out]).toEqual([code, '']);
    expect(ended.err.trim()).toMatch(err);
    expect(ended.err).not.toContain(key);
  });

  it('shows an unreachable gateway as not ready, and ends with 1', async () => {
    const ended = await ops(['status', '--url', 'http://127.0.0.1:9']);
    expect(ended.code).toBe(1);
    expect(ended.out).toMatch(/not ready\n {2}✗ gateway: .*cannot be reached/);
  });

  it('lists in its help every state of a run', async () => {
    const [, named = ''] = /^ {2}STATE +([\w,\s]+?)\n {2}--url/m.exec((await ops(['--help'])).out) ?? [];
    expect(named.split(/,\s+/).sort()).toEqual([...runStatuses].sort());
  });

  it('ends without an error when its output is closed', async () => {
    const watching = spawn(process.execPath, [program, 'watch'], {
      env: env('root-key'),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await once(watching.stdout, 'data');
    let err = '';
    watching.stderr.on('data', (chunk) => (err += String(chunk)));
    watching.stdout.destroy();
    expect([(await once(watching, 'exit'))[0], err]).toEqual([0, '']);
  });

  it('watches until Ctrl-C', async () => {
    const watching = spawn(process.execPath, [program, 'watch'], {
      env: env('root-key'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [first] = (await once(watching.stdout, 'data')) as [Buffer];
    expect(String(first)).toContain('ready');
    watching.kill('SIGINT');
    expect((await once(watching, 'exit'))[0]).toBe(0);
  });
});
