import fastify from 'fastify';
import Redis from 'ioredis';

/**
 * The baseline of the exact cache: a bare Fastify with one POST route, which does one Redis GET and sends its value.
 */
async function main(): Promise<void> {
  const redis = new Redis(process.env['REDIS_URL'] ?? '');
  const app = fastify();
  app.post('/v1/queries', async (_request, reply) => {
    const body = await redis.get('bench:answer');
    return reply.type('application/json').send(body);
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  process.send?.(address);
}

void main();
