import type { FastifyReply } from 'fastify';

/** Signal that aborts when the client disconnects before the response is sent. */
export function clientDisconnected(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
