import { execFile, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from '@querent/testing';
import { Webhook } from 'standardwebhooks';
import { HttpAsker } from '../product/http-asker';
import { leavePlainStack, plainStack } from '../product/plain-stack';

const root = resolve(__dirname, '../../..');
const page = 'infra/docs/recipes.md';
const TIMEOUT_MS = 120_000;
/** Statuses of the run that each agent's model has seen, then the rows that it has read. */
const agentAnswer = /^needs_reply succeeded rows: (\[(?:\["[^"]+",\d+\],?){5}\])\n$/;

interface Operation {
  parameters?: { name: string }[];
}
interface Described {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

describe(`The recipes of ${page}`, () => {
  let folder: string;
  let asker: HttpAsker;
  let environment: Record<string, string | undefined>;
  let programs: Map<string, string>;

  beforeAll(async () => {
    const { url } = await plainStack();
    asker = new HttpAsker(url);
    environment = { ...process.env, NO_PROXY: '127.0.0.1', NODE_OPTIONS: '', QUERENT_URL: url, QUERENT_KEY: 'demo' };
    await asker.connectionIs('commerce', 'ready');
    folder = await mkdtemp(join(tmpdir(), 'querent-recipes-'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const text = await readFile(join(root, page), 'utf8');
    programs = new Map(
      [...text.matchAll(/^```\w+ (\S+)\n(.*?)^```/gms)].map(([, name = '', code = '']) => [name, code]),
    );
    for (const [name, code] of programs) await writeFile(join(folder, name), code);
  }, 180_000);
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await leavePlainStack();
  }, 60_000);

  const run = async (program: string, ...args: string[]): Promise<string> =>
    (await promisify(execFile)(program, args, { cwd: folder, env: environment, timeout: TIMEOUT_MS })).stdout;

  it('are all tested', () => {
    expect([...programs.keys()]).toEqual([
      'webhook-receiver.mjs',
      'langgraph-agent.mjs',
      'ai-sdk-agent.mjs',
      'arrow-table.mjs',
      'ask.py',
    ]);
  });

  it('receive the webhook of a run once, and refuse a call with a wrong signature', async () => {
    const { standardSecret } = (await asker.call<{ standardSecret: string }>('/v1/webhook-secret')).body;
    const receiver = spawn(process.execPath, ['webhook-receiver.mjs'], {
      cwd: folder,
      env: { ...environment, WEBHOOK_SECRET: standardSecret, PORT: '0' },
    });
    try {
      const lines = linesOf(receiver);
      const port = await waitFor(() => /listening on port (\d+)/.exec(lines().join('\n'))?.[1]);
      const callbackUrl = `http://127.0.0.1:${port}/`;
      const asked = await asker.answered({ question: 'revenue last year', connection: 'commerce', callbackUrl });
      const received = `succeeded ${asked.id} ${asked.answer?.text}`;
      await waitFor(() => lines().includes(received));

      const body = JSON.stringify({ ...asked, id: 'repeated' });
      const call = async (id: string, sent = body): Promise<number> => {
        const at = new Date();
        const headers = {
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
          'webhook-signature': new Webhook(standardSecret).sign(id, at, body),
        };
        return (await fetch(callbackUrl, { method: 'POST', headers, body: sent })).status;
      };
      expect(await call('forged', body.replace('repeated', 'forged'))).toBe(400);
      expect([await call('a'), await call('a')]).toEqual([204, 204]);
      expect(lines().slice(1)).toEqual([received, received.replace(asked.id, 'repeated')]);
    } finally {
      receiver.kill();
      await once(receiver, 'close');
    }
  });

  it.each(['langgraph', 'ai-sdk'])('let an agent ask, reply to a pause and read the rows: %s', async (name) => {
    await copyFile(join(__dirname, 'recipes/next-step.mjs'), join(folder, 'next-step.mjs'));
    await copyFile(join(__dirname, `recipes/${name}-model.mjs`), join(folder, 'model.mjs'));
    const [, rows = '[]'] = agentAnswer.exec(await run(process.execPath, `${name}-agent.mjs`)) ?? [];
    const { result } = await asker.answered({ question: 'top 5 products by units sold', connection: 'commerce' });
    expect(JSON.parse(rows)).toEqual(result?.rows);
  });

  it('sum the decimals of an Arrow table exactly', async () => {
    const [head, ...lines] = (await run(process.execPath, 'arrow-table.mjs')).trimEnd().split('\n');
    const total = lines.pop();
    const groups = await asker.answered({ question: 'revenue by channel last year', connection: 'commerce' });
    expect(head).toBe('channel revenue');
    expect(lines).toEqual(groups.result?.rows.map((row) => row.join(' ')));
    const whole = await asker.answered({ question: 'revenue last year', connection: 'commerce' });
    expect(total).toBe(`total ${String(whole.result?.rows[0]?.[0])}`);
  });

  it('name routes and fields of the API in Python, and run where the machine has it', async () => {
    const { paths, components } = (await asker.call<Described>('/openapi.json')).body;
    const code = programs.get('ask.py') ?? '';
    const calls = [...code.matchAll(/"(GET|POST)",\s*f?"([^"?]+)(?:\?(\w+)=)?/g)].map(
      ([, method = '', path = '', parameter]) => {
        const route = paths[path.replace(/\{run\['id'\]\}/, '{id}')]?.[method.toLowerCase()];
        const isKnown = parameter === undefined || route?.parameters?.some(({ name }) => name === parameter);
        return [path, route !== undefined && isKnown];
      },
    );
    expect(calls).toEqual([
      ["/v1/queries/{run['id']}", true],
      ['/v1/queries', true],
      ["/v1/queries/{run['id']}/clarification", true],
      ["/v1/queries/{run['id']}/result", true],
    ]);
    const known = JSON.stringify(components.schemas);
    const fields = [...code.matchAll(/\[["'](\w+)["']\]|"(\w+)": (?!f)/g)].map(([, read, sent]) => read ?? sent);
    expect(fields.length).toBeGreaterThan(12);
    expect(fields.filter((field) => !known.includes(`"${field}":`))).toEqual([]);

    const hasPython = await run('python3', '--version').then(
      () => true,
      () => false,
    );
    // A fresh machine may lack Python. Then the checks above are all that can be tested.
    if (!hasPython) return;
    const output = await run('python3', 'ask.py');
    expect(output).toMatch(/^What should they be ranked by\? -> [\w ]+\n\['product', '[\w ]+'\]\n(\[.+\]\n){5}$/);
  });
});

/** Lines of the process's output so far. */
function linesOf(child: ChildProcessWithoutNullStreams): () => string[] {
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return () => text.split('\n').slice(0, -1);
}
