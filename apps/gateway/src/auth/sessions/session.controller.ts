import { Controller, Delete, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { scopes } from '@querent/catalog';
import { z } from 'zod';
import { noteFacts } from '../../audit/request-facts';
import { GATEWAY, type GatewayServices } from '../../gateway-services';
import { ProblemError } from '../../problems/problem-error';
import { parsed } from '../../submit/parsed-body';
import { credentialsOf, rememberCredentials } from '../caller';
import { unauthorized, type Credentials } from '../credentials';
import { demandOwnOrigin } from './own-origin';
import { SignInLimit } from './sign-in-limit';

export const sessionBodySchema = z.strictObject({
  key: z.string().min(1).max(512).describe('an API key, as in the header Authorization'),
});

export const sessionViewSchema = z.object({
  name: z.string().describe('name of the key, or of the caller of a token'),
  displayName: z
    .string()
    .nullable()
    .describe('how the issuer names the person who signed in; null: the session is of a key, or has no name'),
  tenant: z.string().describe('name of the tenant'),
  scopes: z.array(z.enum(scopes)).describe('what the caller may do'),
  connections: z.array(z.string()).nullable().describe('connections that the caller may ask; null: all of its tenant'),
  expiresAt: z.iso
    .datetime()
    .nullable()
    .describe('end of the session, if it is not used again, or of the key or token, whichever is first; null: no end'),
});

export const signedOutSchema = z.object({
  href: z.string().describe('address at the issuer where the browser must go to be signed out there too'),
});

/** Wrong keys from one address within a minute. */
const MOST_WRONG_KEYS = 60;

/** Signs a browser in and out, and describes the caller. */
@Controller('v1/session')
export class SessionController {
  private readonly limit = new SignInLimit(MOST_WRONG_KEYS);

  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  /** Describes the caller, whatever the credentials are: a session, a key or a token. */
  @Get()
  describe(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    reply.header('cache-control', 'private, no-store').send(sessionView(credentialsOf(request)));
  }

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

  /** Without a session that is open, only the cookie is deleted. The session here ends before the issuer is asked. */
  @Delete()
  async signOut(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { sessions, audit, signIn } = this.services;
    const credentials = await sessions.credentials(request, reply).catch((error: unknown) => {
      if (error instanceof ProblemError && error.code === 'unauthorized') return null;
      throw error;
    });
    if (credentials !== null) {
      rememberCredentials(request, credentials);
      await audit.administering(request);
    }
    const idToken = await sessions.end(request, reply);
    const href = idToken === null || signIn === null ? null : await signIn.endAddressFor(idToken);
    if (href === null) return void reply.status(204).send();
    const signedOut: z.infer<typeof signedOutSchema> = { href };
    reply.header('cache-control', 'no-store').status(200).send(signedOut);
  }
}

function sessionView({ caller, sessionEndsAtMs, displayName = null }: Credentials): z.infer<typeof sessionViewSchema> {
  const ends = [
    ...(sessionEndsAtMs === undefined ? [] : [sessionEndsAtMs]),
    ...(caller.expiresAt === undefined ? [] : [Date.parse(caller.expiresAt)]),
  ];
  return {
    name: caller.name,
    displayName,
    tenant: caller.tenant,
    scopes: [...caller.scopes],
    connections: caller.connections === undefined ? null : [...caller.connections],
    expiresAt: ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString(),
  };
}
