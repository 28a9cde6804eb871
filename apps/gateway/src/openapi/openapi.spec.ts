import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runViewSchema } from '@querent/contracts';
import { bearer, keys, startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';
import { routes } from './route-table';

const { version } = JSON.parse(readFileSync(resolve(__dirname, '../../../../package.json'), 'utf8')) as {
  version: string;
};
const pattern = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

describe('the OpenAPI document', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  it('describes exactly the existing routes', async () => {
    const own = ({ method, path }: { method: string; path: string }) =>
      method !== 'HEAD' && !/^\/(docs|queues)/.test(path);
    const registered = gateway.routes.filter(own).map(({ method, path }) => `${method} ${pattern(path)}`);
    const { paths } = (await gateway.request({ url: '/openapi.json', as: null })).json();
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual([...new Set(registered)].sort());
  });

  it('is OpenAPI 3.1 with the schemas that parse the requests', async () => {
    const document = (await gateway.request({ url: '/openapi.json', as: null })).json();
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe(version);
    const { schemas } = document.components;
    const submit = document.paths['/v1/queries'].post;
    expect(submit.requestBody.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Question' });
    expect(submit.responses['202'].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Run' });
    expect(schemas.Question).toMatchObject({ required: ['question', 'connection'], additionalProperties: false });
    expect(schemas.Question.properties.callbackUrl).toMatchObject({ type: 'string', format: 'uri' });
    expect(Object.keys(schemas.Run.properties)).toEqual(Object.keys(runViewSchema.shape));
    const ids = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations as object).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is readable at /docs without Internet access', async () => {
    const page = await gateway.request({ url: '/docs', as: null });
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
    expect(page.body).not.toMatch(/(src|href)="https?:/);
    for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css', 'swagger-ui-init.js']) {
      expect((await gateway.request({ url: `/docs/${file}`, as: null })).statusCode).toBe(200);
    }
  });

  describe('every closed route requires a key', () => {
    const url = (path: string): string => path.replace('{id}', 'q0000000000').replace('{name}', 'shop');
    const closed = routes
      .flatMap(({ demands, ...route }) => (demands === null ? [] : [{ ...route, demands }]))
      .map((route) => [`${route.method} ${route.path}`, route] as const);

    it.each(closed)('%s', async (_, { method, path, demands }) => {
      const send = (headers: Record<string, string>) =>
        gateway.request({ method, url: url(path), as: null, headers, ...(method === 'POST' ? { payload: {} } : {}) });
      for (const headers of [
        {},
        { authorization: 'Bearer nobody' },
        { authorization: 'alice-key' },
        { authorization: 'Basic YTpi' },
        { authorization: 'Bearer' },
      ]) {
        const response = await send(headers as Record<string, string>);
        expect(response.json()).toMatchObject({ status: 401, code: 'unauthorized' });
        expect(response.headers['www-authenticate']).toContain('Bearer realm="querent"');
      }
      const tooLittle = (Object.keys(keys) as KeyName[]).filter((name) => {
        const held: readonly string[] = keys[name].scopes;
        const has = demands.scopes.some(
          (scope) => held.includes(scope) || (scope === 'query' && held.includes('admin')),
        );
        return !has || (demands.sqlRead === true && !held.includes('sql:read'));
      });
      for (const name of tooLittle) {
        const response = await send(bearer(name));
        expect(response.json()).toMatchObject({ status: 403, code: 'forbidden' });
        expect(response.headers['www-authenticate']).toContain('insufficient_scope');
      }
    });

    it('checks the key before it reads a body', async () => {
      const response = await gateway.request({
        method: 'POST',
        url: '/v1/queries',
        payload: '{',
        headers: { 'content-type': 'application/json' },
        as: null,
      });
      expect(response.statusCode).toBe(401);
    });

    it('requires no key for health, metrics and the document', async () => {
      for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json'])
        expect((await gateway.request({ url: path, as: null })).statusCode).toBe(200);
      expect((await gateway.request({ url: '/metrics', as: null })).body).toContain('process_cpu_seconds_total');
    });
  });

  it.each(['/', '/v1', '/v1/nothing', '/v2/queries', '/favicon.ico', '/v1/queries/%FF', '/docs/../../etc/passwd'])(
    'answers a problem at %s',
    async (url) => {
      const response = await gateway.request({ url });
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect([400, 404]).toContain(response.statusCode);
    },
  );
});
