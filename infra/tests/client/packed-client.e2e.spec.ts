import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { Querent } from '@querent/client';
import { build } from 'esbuild';
import { Webhook } from 'standardwebhooks';
import { version } from '../../../package.json';
import { HttpAsker } from '../product/http-asker';
import { leavePlainStack, plainStack } from '../product/plain-stack';
import { webGlobals } from './web/web-globals';
import type { Journey, JourneyOptions } from './web/web-journey';

const root = resolve(__dirname, '../../..');
/** Limit of the packed package, in bytes. It grows with the types of the routes, which programs do not load. */
const MOST_BYTES = 45_000;
const TIMEOUT_MS = 120_000;
const page = 'infra/docs/client.md';

const run = (folder: string, program: string, ...args: string[]): Promise<{ stdout: string }> =>
  promisify(execFile)(program, args, { cwd: folder, timeout: TIMEOUT_MS }).catch((error: unknown) => {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`, { cause: error });
  });

/** The page's code in the module formats of Node. */
const asModule = {
  mjs: (code: string) => code,
  cjs: (code: string) =>
    `${code.replace(/^import \{ (\w+) \} from '([^']+)';$/m, "const { $1 } = require('$2');\n(async () => {")}\n})();\n`,
};

describe('The package @querent/client', () => {
  let folder: string;
  let tarball: string;
  let url: string;
  let example: string;

  beforeAll(async () => {
    ({ url } = await plainStack());
    await new HttpAsker(url).connectionIs('commerce', 'ready');
    folder = await mkdtemp(join(tmpdir(), 'querent-client-'));
    tarball = (await run(root, process.execPath, 'infra/tools/client/pack-client.mjs')).stdout.trim();
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    await run(folder, 'npm', 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball);
    const [, code = ''] = /^```js\n(.*?)^```/ms.exec(await readFile(join(root, page), 'utf8')) ?? [];
    example = code.replace('http://127.0.0.1:3000', url);
    expect(example).toContain(url);
  }, 180_000);
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await leavePlainStack();
  }, 60_000);

  it('is small, has the version of the product and no dependencies', async () => {
    expect((await stat(tarball)).size).toBeLessThanOrEqual(MOST_BYTES);
    const manifest = await readFile(join(folder, 'node_modules/@querent/client/package.json'), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({ version });
    expect(Object.keys(JSON.parse(manifest) as object)).not.toContain('dependencies');
  });

  it.each(['mjs', 'cjs'] as const)(`runs the example of ${page} as .%s against the product`, async (format) => {
    await writeFile(join(folder, `example.${format}`), asModule[format](example));
    const { stdout } = await run(folder, process.execPath, `example.${format}`);
    expect(stdout).toMatch(/^Revenue by month.*\n\{ c1: '2\d{3}-01-01', c2: '[\d.]+' \}\n/s);
    expect(stdout).toMatch(/\n\d{2,}\n$/);
  });

  it.each([
    ['node16', 'mts', 'node16'],
    ['node16', 'cts', 'node16'],
    ['bundler', 'ts', 'esnext'],
  ])(
    'is typed for moduleResolution %s in a .%s file',
    async (moduleResolution, extension, module) => {
      const project = join(folder, `typed-${moduleResolution}-${extension}`);
      await mkdir(project);
      const types = `import { Querent, RunFailed, webhooks, type Run, type RunHandle } from '@querent/client';
export async function answer(client: Querent): Promise<string> {
  const handle: RunHandle = await client.ask('revenue', { connection: 'commerce', mode: 'fast' });
  const run: Run = await handle.result({ onClarification: ({ options }) => ({ optionId: options[0]?.id ?? '' }) });
  for await (const [cell] of handle.rows({ as: 'arrays' })) String(cell);
  const { body } = await client.request('GET', '/v1/agents/{name}', { path: { name: 'seller' } });
  // @ts-expect-error: the route needs its parameter
  await client.request('GET', '/v1/agents/{name}');
  // @ts-expect-error: a question needs a connection
  await client.ask('revenue', {});
  const call = await webhooks.unwrap('{}', new Headers(), 'secret');
  const failed: unknown = call.run;
  return failed instanceof RunFailed ? failed.code : \`\${body.name} \${run.answer?.text}\`;
}
`;
      await writeFile(join(project, `answer.${extension}`), types);
      const compilerOptions = {
        ...{ module, moduleResolution, target: 'es2022', lib: ['es2022', 'dom'], types: [] },
        ...{ strict: true, noEmit: true, skipLibCheck: false },
      };
      await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
      await run(project, process.execPath, join(root, 'node_modules/typescript/lib/tsc.js'), '-p', '.');
    },
    TIMEOUT_MS,
  );

  it('follows a real run over its pause to its end', async () => {
    const client = new Querent({ url, key: 'demo', locale: 'en' });
    const { name } = (await client.connections.list()).find((one) => one.name === 'education') ?? { name: '' };
    const asked = await client.ask('帮我看看基础设施的情况', { connection: name, cache: 'bypass' });
    const handle = client.handle(asked.id);
    const ended = await handle.result({ onClarification: ({ options: [first] }) => ({ optionId: first?.id ?? '' }) });
    expect([ended.status, ended.clarifications.length]).toEqual(['succeeded', 1]);
    const events: string[] = [];
    for await (const { event } of handle.events()) events.push(event);
    expect(events).toContain('clarification');
    expect(events.at(-1)).toBe('end');
    await expect(handle.reply({ optionId: 'none' })).rejects.toMatchObject({
      status: 409,
      code: 'clarification_not_awaited',
    });
  });

  it('reads the chart, the rows and the list of real runs', async () => {
    const client = new Querent({ url, key: 'demo' });
    const asked = await client.ask('revenue by month this year', { connection: 'commerce' });
    const { result } = await asked.result();
    expect(await asked.chart()).toMatch(/^<svg/);
    expect((await asked.arrow()).byteLength).toBeGreaterThan(100);
    const rows: unknown[] = [];
    for await (const row of asked.rows({ as: 'arrays', pageSize: 2 })) rows.push(row);
    expect(rows).toEqual(result?.rows);
    const listed: string[] = [];
    for await (const { id } of client.runs.list({ limit: 1 })) if (listed.push(id) === 3) break;
    expect(listed[0]).toBe(asked.id);
    expect(new Set(listed).size).toBe(3);
  });

  it.each(['esm', 'cjs'])('works as .%s with the globals of the web alone, as in edge runtimes', async (format) => {
    // Replies of earlier tests are habits by now, and a question with a habit does not pause.
    await plainStack();
    const { outputFiles } = await build({
      entryPoints: [join(__dirname, 'web/web-journey.ts')],
      alias: { '@querent/client': join(folder, 'node_modules/@querent/client', format, 'index.js') },
      ...{ bundle: true, write: false, platform: 'neutral', target: 'es2022', format: 'iife' },
    });
    const context = createContext(webGlobals());
    runInContext(outputFiles[0]?.text ?? '', context);
    expect(runInContext('typeof process + typeof Buffer + typeof require', context)).toBe('undefined'.repeat(3));
    context['options'] = { url, key: 'demo', webhook: signedCall() } satisfies JourneyOptions;
    const seen = JSON.parse(await runInContext('journey(options).then(JSON.stringify)', context)) as Journey;
    expect(seen).toEqual({
      ...{ cancelled: 'cancelled', failure: 'RunFailed cancelled', aborted: 'Error: the page was left' },
      refusal: 'QuerentError 404 connection_unknown',
      paused: 'clarification',
      events: expect.arrayContaining(['status', 'step', 'clarification']),
      last: 'end',
      answer: expect.stringContaining('nfrastructure'),
      rows: 12,
      csv: `\uFEFF${seen.streamed}`,
      streamed: expect.stringMatching(/^month,revenue\r\n(?:\d{4}-\d\d-01,[\d.]+\r\n){12}$/),
      arrowBytes: expect.any(Number),
      chart: '<svg',
      ...{ delivery: 'q1-3', forged: 'WebhookError: The webhook is refused: signature wrong.' },
    } satisfies Record<keyof Journey, unknown>);
  });
});

/** A webhook as the gateway sends it. */
function signedCall(): JourneyOptions['webhook'] {
  const secret = `whsec_${Buffer.from('ab'.repeat(32)).toString('base64')}`;
  const body = JSON.stringify({ id: 'q1', status: 'succeeded', question: '销售额' });
  const at = new Date();
  const headers = {
    'webhook-id': 'q1-3',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('q1-3', at, body),
  };
  return { body, headers, secret };
}
