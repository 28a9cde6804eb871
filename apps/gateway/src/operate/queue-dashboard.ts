import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter as BoardAdapter } from '@bull-board/fastify';
import type { FastifyInstance } from 'fastify';
import type { Queue } from 'bullmq';
import { noteFacts } from '../audit/request-facts';
import type { Authentication } from '../auth/authentication';
import { demandScope } from '../auth/demand';
import { ProblemError } from '../problems/problem-error';
import { problemOf, sendProblem } from '../problems/problem-filter';
import { basicPassword } from './basic-password';
import { redactedResponse } from './redacted-job';

/**
 * Blocks the dashboard's fonts from an external server, which would learn about administrators, and would delay the
 * page on a network without Internet access. Also forbids framing.
 */
const OWN_PAGES = "style-src 'self' 'unsafe-inline'; font-src 'self'; frame-ancestors 'none'";

/**
 * bull-board under `/queues`, for operators. A browser cannot send a bearer key by itself, so HTTP basic with the key
 * as its password is accepted too. The dashboard is read-only: cancelling, replaying and discarding is done to runs and
 * dead letters, over the API.
 */
export async function mountQueueDashboard(
  fastify: FastifyInstance,
  queues: Queue[],
  authentication: Authentication,
): Promise<void> {
  const board = new BoardAdapter();
  board.setBasePath('/queues');
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: board,
    options: { uiConfig: { boardTitle: 'Querent' } },
  });
  await fastify.register(
    async (scope: FastifyInstance) => {
      scope.addHook('onRequest', async (request, reply) => {
        try {
          if (request.method !== 'GET' && request.method !== 'HEAD') throw new ProblemError('forbidden');
          // A browser sends a remembered password with requests of any page: those of other sites are refused.
          if (request.headers['sec-fetch-site'] === 'cross-site') throw new ProblemError('forbidden');
          const password = basicPassword(request.headers.authorization);
          const { caller } =
            password === null
              ? await authentication.ofRequest(request, reply)
              : await authentication.ofHeader(`Bearer ${password}`);
          noteFacts(request, { tenant: caller.tenant, key: caller.name });
          demandScope(caller, { scopes: ['operate'] });
        } catch (error) {
          const { code, more } = problemOf(error);
          const challenge =
            code === 'unauthorized'
              ? { headers: { 'www-authenticate': 'Basic realm="querent", charset="UTF-8", Bearer realm="querent"' } }
              : more;
          sendProblem(reply, request, new ProblemError(code, challenge));
          return reply;
        }
      });
      scope.addHook('onSend', async (_request, reply, payload) => {
        reply.header('content-security-policy', OWN_PAGES);
        const isAnswer =
          typeof payload === 'string' && String(reply.getHeader('content-type') ?? '').startsWith('application/json');
        return isAnswer ? redactedResponse(payload) : payload;
      });
      await scope.register(board.registerPlugin());
    },
    { prefix: '/queues' },
  );
}
