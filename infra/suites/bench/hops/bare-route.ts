import fastify from 'fastify';
import Redis from 'ioredis';

/**
 * What the exact cache is measured against: one POST route of a bare Fastify that does one Redis GET and sends what it
 * finds.
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
