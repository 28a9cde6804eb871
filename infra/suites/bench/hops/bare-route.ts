import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import Redis from 'ioredis';
import { endWithParent } from './child-program';

/**
 * The baselines of the exact cache: one POST route, which does one Redis GET and sends its value, on a bare Fastify or
 * (first argument `http`) on bare node:http.
 */
const redis = new Redis(process.env['REDIS_URL'] ?? '');
const answer = (): Promise<string | null> => redis.get('bench:answer');

async function startFastify(): Promise<string> {
  const app = fastify();
  app.post('/v1/queries', async (_request, reply) => reply.type('application/json').send(await answer()));
  return app.listen({ port: 0, host: '127.0.0.1' });
}

async function startHttp(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    void answer().then((text) => {
      const body = Buffer.from(text ?? '');
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

endWithParent();
void (process.argv[2] === 'http' ? startHttp() : startFastify()).then((address) => process.send?.(address));
