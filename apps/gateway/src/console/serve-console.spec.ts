import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test';
import { openConsole, type BuiltConsole } from './built-console';

const html = '<!doctype html><title>Querent</title><script type="module" src="/assets/main-a1b2c3.js"></script>';
const script = `console.log(${JSON.stringify('querent '.repeat(50))});`;
const style = 'body { margin: 0 }';
const secret = 'outside of the assets';
const asBrowser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const csp =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types default 'allow-duplicates'";

/** A folder whose `dist/apps/console` contains a built console. */
async function builtRoot(pages: unknown = { pages: ['/', '/ask', '/runs/:id', '/ask'] }): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'querent-console-'));
  const folder = join(root, 'dist/apps/console');
  await mkdir(join(folder, 'assets'), { recursive: true });
  const files: Record<string, string | Buffer> = {
    'index.html': html,
    'pages.json': JSON.stringify(pages),
    'secret.txt': secret,
    'assets/main-a1b2c3.js': script,
    'assets/main-a1b2c3.js.gz': gzipSync(script),
    'assets/main-a1b2c3.js.br': brotliCompressSync(script),
    'assets/main-d4e5f6.css': style,
    'assets/.hidden.js': secret,
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return root;
}

/** Sends a path unchanged: `fetch` and `inject` resolve `..` before they send it. */
function sent(
  base: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status?: number; headers: IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    httpRequest({ hostname, port, path, headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() }),
      );
    })
      .on('error', reject)
      .end();
  });
}

const logged: string[] = [];
const logger = { warn: (message: string) => void logged.push(message) } as never;
const opened = (root: string, CONSOLE = true): BuiltConsole | null =>
  openConsole({ CONSOLE }, logger, join(root, 'apps/gateway/src'));

describe('the console', () => {
  let gateway: GatewayUnderTest;
  let root: string;
  let base: string;
  beforeAll(async () => {
    root = await builtRoot();
    gateway = await startGateway({}, undefined, opened(root));
    base = await gateway.listen();
  });
  afterAll(async () => {
    await gateway.stop();
    await rm(root, { recursive: true, force: true });
  });

  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    gateway.request({ method, url, as: null, headers });
  const expectProblem = (response: Awaited<ReturnType<typeof get>>): void => {
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found']);
  };

  describe('its pages', () => {
    it.each(['/', '/ask', '/runs/q7h2k9d3m5', '/?question=x', '/ask?connection=shop'])(
      'are one document without a key, which may load its own files alone: %s',
      async (url) => {
        const response = await get(url);
        expect([response.statusCode, response.body]).toEqual([200, html]);
        expect(response.headers).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-cache',
          'content-security-policy': csp,
          'cross-origin-opener-policy': 'same-origin',
          'permissions-policy': 'camera=(), microphone=(), geolocation=()',
          'referrer-policy': 'same-origin',
          'x-content-type-options': 'nosniff',
          etag: expect.stringMatching(/^"[\w-]{43}"$/),
          'x-request-id': expect.any(String),
        });
        expect(response.headers).not.toHaveProperty('set-cookie');
      },
    );

    it('allow no script, style or connection of another origin, and none in the page', () => {
      expect(csp).not.toMatch(/unsafe|https?:|\*/);
      for (const directive of ['script-src', 'style-src', 'connect-src', 'form-action'])
        expect(csp).toContain(`${directive} 'self';`);
    });

    it.each(['made-up', 'Bearer alice-key', 'Bearer bob-key'])(
      'are the same for every caller: %s',
      async (authorization) => {
        const response = await get('/ask', { authorization, cookie: 'querent-local=made.up' });
        expect([response.statusCode, response.body]).toEqual([200, html]);
      },
    );

    it('have headers alone for HEAD', async () => {
      const [whole, head] = [await get('/ask'), await get('/ask', {}, 'HEAD')];
      expect([head.statusCode, head.body]).toEqual([200, '']);
      expect(head.headers).toMatchObject({
        'content-length': String(Buffer.byteLength(html)),
        etag: whole.headers.etag,
        'content-security-policy': csp,
      });
    });

    it('are not sent again while they have not changed', async () => {
      const tag = String((await get('/')).headers.etag);
      for (const header of [tag, `W/${tag}`, `"other", ${tag}`]) {
        const response = await get('/', { 'if-none-match': header });
        expect([response.statusCode, response.body, response.headers.etag]).toEqual([304, '', tag]);
        expect(response.headers['content-security-policy']).toBe(csp);
      }
      expect((await get('/', { 'if-none-match': '"other"' })).statusCode).toBe(200);
    });

    it.each(['/', '/ask', '/runs/x', '/nothing'])('take no POST: %s', async (url) => {
      expectProblem(await get(url, { accept: asBrowser }, 'POST'));
    });

    it('are measured under their patterns', async () => {
      await get('/runs/q0000000001');
      await get('/assets/main-a1b2c3.js');
      const { body } = await get('/metrics');
      for (const route of ['/runs/:id', '/assets/*'])
        expect(body).toMatch(new RegExp(`request_seconds_count\\{.*route="${route.replace('*', '\\*')}",status="200"`));
      expect(body).not.toContain('q0000000001');
    });
  });

  describe('its assets', () => {
    it.each([
      [undefined, undefined],
      ['identity', undefined],
      ['gzip', 'gzip'],
      ['br', 'br'],
      ['gzip, deflate, br', 'br'],
    ])('have the encoding that the client accepts: %s', async (accepted, encoding) => {
      const response = await get(
        '/assets/main-a1b2c3.js',
        accepted === undefined ? {} : { 'accept-encoding': accepted },
      );
      const { rawPayload: sent, headers } = response;
      const text = encoding === 'br' ? brotliDecompressSync(sent) : encoding === 'gzip' ? gunzipSync(sent) : sent;
      expect([response.statusCode, text.toString(), headers['content-encoding']]).toEqual([200, script, encoding]);
      expect(headers).toMatchObject({
        'content-type': 'application/javascript; charset=utf-8',
        'content-length': String(sent.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        vary: expect.stringMatching(/accept-encoding/i),
      });
    });

    it('without a compressed copy are sent whole', async () => {
      const response = await get('/assets/main-d4e5f6.css', { 'accept-encoding': 'gzip, br' });
      expect([response.body, response.headers['content-encoding']]).toEqual([style, undefined]);
      expect(response.headers['content-type']).toBe('text/css; charset=utf-8');
    });

    it('have headers alone for HEAD', async () => {
      const response = await get('/assets/main-a1b2c3.js', {}, 'HEAD');
      expect([response.statusCode, response.body]).toEqual([200, '']);
      expect(response.headers['content-length']).toBe(String(script.length));
    });

    it('are not sent again to a client that has them, in the same encoding', async () => {
      const tagOf = async (encoding: string): Promise<string> =>
        String((await get('/assets/main-a1b2c3.js', { 'accept-encoding': encoding })).headers.etag);
      const [plain, gzip] = [await tagOf('identity'), await tagOf('gzip')];
      expect(plain).not.toBe(gzip);
      const again = (tag: string) => get('/assets/main-a1b2c3.js', { 'accept-encoding': 'gzip', 'if-none-match': tag });
      expect([(await again(gzip)).statusCode, (await again(gzip)).body]).toEqual([304, '']);
      expect((await again(plain)).statusCode).toBe(200);
    });

    it.each([
      '/assets/',
      '/assets',
      '/assets/nothing.js',
      '/assets/.hidden.js',
      '/assets/../secret.txt',
      '/assets/..%2fsecret.txt',
      '/assets/..%2Fsecret.txt',
      '/assets/%2e%2e/secret.txt',
      '/assets/%2e%2e%2fsecret.txt',
      '/assets/..%252fsecret.txt',
      '/assets/..%5csecret.txt',
      '/assets/..\\secret.txt',
      '/assets//main-a1b2c3.js',
      '/assets/./main-a1b2c3.js',
      '/assets/x/../main-a1b2c3.js',
      '/assets/x/..%2f..%2fsecret.txt',
      '/assets/%2fetc%2fpasswd',
      '/assets//etc/passwd',
      '/assets/..%2f..%2f..%2f..%2f..%2f..%2fetc/passwd',
      '/assets/main-a1b2c3.js%00.css',
    ])('end at their folder: %s', async (url) => {
      for (const accept of ['*/*', asBrowser]) {
        const { status, body, headers } = await sent(base, url, { accept, 'accept-encoding': 'gzip, br' });
        expect([status, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
        expect([JSON.parse(body).code, headers['cache-control']]).toEqual(['not_found', undefined]);
      }
    });

    it('are files of their folder alone', async () => {
      for (const path of ['/secret.txt', '/pages.json', '/index.html', '/assets/../secret.txt'])
        expect([path, (await sent(base, path)).status]).toEqual([path, 404]);
      expect((await sent(base, '/assets/main-a1b2c3.js')).body).toBe(script);
    });

    it('with bytes that are no text are a bad request', async () => {
      expect((await sent(base, '/assets/%FF')).status).toBe(400);
    });
  });

  describe('an unknown page', () => {
    it.each(['/nothing', '/ask/more', '/runs', '/v2/queries', '/assetsx'])(
      'is the console for a browser, with the status 404: %s',
      async (url) => {
        for (const method of ['GET', 'HEAD'] as const) {
          const { status, body, headers } = await sent(base, url, { accept: asBrowser, 'if-none-match': '*' }, method);
          expect([status, body]).toEqual([404, method === 'GET' ? html : '']);
          expect(headers).toMatchObject({
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': csp,
            'cache-control': 'no-cache',
            vary: 'Accept',
          });
        }
      },
    );

    it.each([
      undefined,
      '*/*',
      'application/json',
      'application/json, text/plain, */*',
      'application/json, text/html',
      'text/html;q=0.5, application/json',
      'image/*',
    ])('is a problem for a program that accepts %s', async (accept) => {
      expectProblem(await get('/nothing', accept === undefined ? {} : { accept }));
    });

    it.each([
      '/v1',
      '/v1/nothing',
      '/mcp/nothing',
      '/docs/nothing',
      '/docs-nothing',
      '/queues/nothing',
      '/openapi.json/nothing',
      '/healthz/nothing',
      '/readyz/nothing',
      '/metrics/nothing',
      '/assets/nothing',
      '/.well-known/nothing',
      '/v1/nothing?a=b',
    ])('below the API is a problem for a browser too: %s', async (url) => {
      expectProblem(await get(url, { accept: asBrowser }));
    });
  });

  it('leaves the API and its documentation as they are', async () => {
    expect((await get('/v1/queries', { accept: asBrowser })).statusCode).toBe(401);
    expect((await get('/queues', { accept: asBrowser })).statusCode).toBe(401);
    expect((await get('/docs', { accept: asBrowser })).statusCode).toBe(200);
    expect((await get('/healthz')).statusCode).toBe(200);
    const { paths } = (await get('/openapi.json')).json();
    expect(Object.keys(paths).filter((path) => /^\/(ask|runs|assets|$)/.test(path))).toEqual([]);
  });
});

describe('without the console', () => {
  it('its paths are problems, also for a browser', async () => {
    const gateway = await startGateway({ CONSOLE: 'false' });
    for (const url of ['/', '/ask', '/assets/main-a1b2c3.js', '/nothing']) {
      const response = await gateway.request({ url, as: null, headers: { accept: asBrowser } });
      expect([response.statusCode, response.json().code]).toEqual([404, 'not_found']);
    }
    await gateway.stop();
  });
});

describe('the built console', () => {
  it('is found above a folder, with each page once', async () => {
    const root = await builtRoot();
    expect(opened(root)).toMatchObject({ html, pages: ['/', '/ask', '/runs/:id'] });
    expect(opened(root, false)).toBeNull();
    await rm(root, { recursive: true, force: true });
  });

  it('is missing, with a line in the log, if it was not built', async () => {
    const root = await mkdtemp(join(tmpdir(), 'querent-console-'));
    logged.length = 0;
    expect(opened(root, false)).toBeNull();
    expect(logged).toEqual([]);
    expect(opened(root)).toBeNull();
    expect(logged).toEqual([expect.stringContaining('npm run build')]);
    await rm(root, { recursive: true, force: true });
  });

  it.each([
    [['/v1/queries']],
    [['/docs']],
    [['/assets/x']],
    [['/*']],
    [['/runs/:id(.*)']],
    [['ask']],
    [['/ask/']],
    [['//ask']],
    [['/..']],
    [[]],
    ['/ask'],
  ])('may not have the pages %j', async (pages) => {
    const root = await builtRoot({ pages });
    expect(() => opened(root)).toThrow();
    await rm(root, { recursive: true, force: true });
  });
});
