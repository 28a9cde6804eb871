import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEnv } from '@querent/platform';
import { gatewayEnvSchema } from '../gateway-env';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test';
import { embedOrigins } from './embed-env';

const origins = ['https://shop.example', 'http://intranet:8080'];
const document = '<!doctype html><title>Querent</title>';

async function withConsole(env: Record<string, string>): Promise<GatewayUnderTest & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'querent-embed-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'embed.json'), JSON.stringify({ script: '/assets/querent-ask-A1B2C3.js' }));
  await writeFile(join(folder, 'embed.html'), document);
  const console = { folder, html: '<!doctype html>', etag: '"x"', pages: ['/', '/ask'] };
  return Object.assign(await startGateway(env, undefined, console), { folder });
}

describe('what pages of other origins include', () => {
  let gateway: Awaited<ReturnType<typeof withConsole>>;
  beforeAll(async () => {
    gateway = await withConsole({ EMBED_ORIGINS: origins.join(' , ') });
  });
  afterAll(async () => {
    await gateway.stop();
    await rm(gateway.folder, { recursive: true });
  });
  const get = (url: string, origin?: string) =>
    gateway.request({ url, as: null, headers: origin === undefined ? {} : { origin } });

  it('is a script under a lasting address, which loads the one of this build', async () => {
    const { statusCode, headers, body } = await get('/embed/querent-ask.js', origins[0]);
    expect([statusCode, body]).toEqual([200, 'export * from "/assets/querent-ask-A1B2C3.js";\n']);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'access-control-allow-origin': origins[0],
    });
    expect((await get('/embed/querent-ask.js', 'https://other.example')).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
  });

  it('is a document that pages of the listed origins alone may frame, with the policy of the console', async () => {
    const [framed, page] = [await get('/embed?connection=shop'), await get('/ask')];
    expect([framed.statusCode, framed.body]).toEqual([200, document]);
    const policy = String(framed.headers['content-security-policy']);
    expect(policy).toContain(`frame-ancestors ${origins.join(' ')};`);
    expect(policy.replace(origins.join(' '), "'none'")).toBe(page.headers['content-security-policy']);
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none';");
    expect(framed.headers).not.toHaveProperty('cross-origin-opener-policy');
  });

  it.each(['/embed/', '/embed/nothing.js'])('is nothing else: %s', async (url) => {
    expect((await get(url)).json().code).toBe('not_found');
  });
});

describe('without EMBED_ORIGINS', () => {
  let gateway: Awaited<ReturnType<typeof withConsole>>;
  beforeAll(async () => {
    gateway = await withConsole({});
  });
  afterAll(async () => {
    await gateway.stop();
    await rm(gateway.folder, { recursive: true });
  });

  it.each(['/embed', '/embed/querent-ask.js', '/v1/session', '/assets/x.js'])(
    'no other page can use %s',
    async (url) => {
      const headers = { origin: 'https://shop.example' };
      const response = await gateway.request({ url, as: null, headers });
      expect(response.statusCode).toBe(url === '/v1/session' ? 401 : 404);
      expect(response.headers).not.toHaveProperty('access-control-allow-origin');
    },
  );
});

describe('EMBED_ORIGINS', () => {
  const parsed = (EMBED_ORIGINS: string): string[] =>
    embedOrigins(loadEnv(gatewayEnvSchema, { REDIS_URL: 'redis://localhost:1', EMBED_ORIGINS }));

  it('is a list of origins', () => {
    expect(parsed(' https://a.example,http://b.example:81 ')).toEqual(['https://a.example', 'http://b.example:81']);
    expect(parsed('')).toEqual([]);
  });

  it.each(['*', 'https://a.example/', 'https://a.example/x', 'a.example', 'file:///x', 'null', 'https://*.example'])(
    'refuses %s',
    (text) => {
      expect(() => parsed(text)).toThrow('EMBED_ORIGINS');
    },
  );
});
