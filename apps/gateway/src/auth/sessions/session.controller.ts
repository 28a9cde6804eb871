import { Controller, Delete, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { noteFacts } from '../../audit/request-facts';
import { GATEWAY, type GatewayServices } from '../../gateway-services';
import { ProblemError } from '../../problems/problem-error';
import { parsed } from '../../submit/parsed-body';
import { rememberCredentials } from '../caller';
import { unauthorized } from '../credentials';
import { demandOwnOrigin } from './own-origin';
import { SignInLimit } from './sign-in-limit';

export const sessionBodySchema = z.strictObject({
  key: z.string().min(1).max(512).describe('an API key, as in the header Authorization'),
});

/** Signs a browser in and out. */
@Controller('v1/session')
export class SessionController {
  private readonly limit = new SignInLimit();

  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Post()
  async signIn(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { authentication, sessions, audit, env } = this.services;
    // Another site must not sign a browser in with a key of its choice. Programs send no Origin.
    if (request.headers.origin !== undefined) demandOwnOrigin(env, request);
    const address = request.socket.remoteAddress ?? '';
    this.limit.demand(address);
    const credentials = authentication.ofKey(parsed(sessionBodySchema, request.body).key);
    if (credentials === null) {
      this.limit.count(address);
      throw unauthorized('Bearer realm="querent", error="invalid_token"');
    }
    const { caller } = credentials;
    noteFacts(request, { tenant: caller.tenant, key: caller.name });
    rememberCredentials(request, credentials);
    await audit.administering(request);
    await sessions.open(caller, request, reply);
    reply.status(204).send();
  }

  /** Without a session that is open, only the cookie is deleted. */
  @Delete()
  async signOut(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { sessions, audit } = this.services;
    const credentials = await sessions.credentials(request, reply).catch((error: unknown) => {
      if (error instanceof ProblemError && error.code === 'unauthorized') return null;
      throw error;
    });
    if (credentials !== null) {
      rememberCredentials(request, credentials);
      await audit.administering(request);
    }
    await sessions.end(request, reply);
    reply.status(204).send();
  }
}
