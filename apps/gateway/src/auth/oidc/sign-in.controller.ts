import { randomBytes } from 'node:crypto';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { AuditUnavailableError } from '@querent/audit';
import { isRedisAway } from '@querent/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { noteFacts } from '../../audit/request-facts';
import { GATEWAY, type GatewayServices } from '../../gateway-services';
import { ProblemError } from '../../problems/problem-error';
import { rememberCredentials } from '../caller';
import { setSignInCookie, signInCookie } from '../sessions/session-cookie';
import { SignInLimit } from '../sessions/sign-in-limit';
import { SIGN_IN_MS } from './begun-sign-ins';
import { addressOfProblem, returnAddress } from './return-address';
import type { SignIn } from './sign-in';
import { SignInError, type SignInProblem } from './sign-in-error';

/** Sign-ins that may begin from one address within a minute. Many users may share the address of a proxy. */
const MOST_BEGUN = 600;
const BEGIN = '/v1/session/oidc';

export const signInMethodsSchema = z.object({
  key: z.literal(true).describe('an API key opens a session'),
  oidc: z
    .object({
      label: z.string().nullable().describe('text of the button; null: the page has its own'),
      href: z.string().describe('address that begins a sign-in, for the browser itself'),
    })
    .nullable()
    .describe('sign-in with the issuer of tokens; null: it is not configured'),
});

/** Signs people in with the issuer of tokens. A browser follows these addresses itself, so errors are pages too. */
@Controller('v1/session')
export class SignInController {
  private readonly limit = new SignInLimit(MOST_BEGUN);

  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get('methods')
  methods(@Res() reply: FastifyReply): void {
    const { signIn } = this.services;
    const methods: z.infer<typeof signInMethodsSchema> = {
      key: true,
      oidc: signIn && { label: signIn.label, href: BEGIN },
    };
    reply.header('cache-control', 'no-cache').send(methods);
  }

  @Get('oidc')
  async begin(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const signIn = this.configured();
    this.limit.demand(request.socket.remoteAddress ?? '');
    this.limit.count(request.socket.remoteAddress ?? '');
    const { env } = this.services;
    const returnTo = returnAddress(parametersOf(request).get('returnTo') ?? undefined);
    // Sign-ins in several tabs share the secret, so that each can be completed.
    const browser = signInCookie(env, request) ?? randomBytes(32).toString('base64url');
    try {
      const address = await signIn.begin(returnTo, browser);
      reply.header('set-cookie', setSignInCookie(env, request, browser, SIGN_IN_MS));
      redirect(reply, address);
    } catch (error) {
      redirect(reply, this.pageOf(error, request, returnTo));
    }
  }

  /** The page that follows needs no cookie; its requests are of this site again, so they carry the strict cookie. */
  @Get('callback')
  async finish(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const signIn = this.configured();
    const { env, sessions, audit } = this.services;
    try {
      const { returnTo, ...person } = await signIn.finish(parametersOf(request).toString(), signInCookie(env, request));
      const { caller } = person;
      noteFacts(request, { tenant: caller.tenant, key: caller.name });
      rememberCredentials(request, { caller, current: () => caller });
      await audit.administering(request, {}, routeOf(request));
      await sessions.openForPerson(person, signIn.issuer, request, reply);
      redirect(reply, returnTo);
    } catch (error) {
      redirect(reply, this.pageOf(error, request, '/'));
    }
  }

  private configured(): SignIn {
    const { signIn } = this.services;
    if (signIn === null) throw new ProblemError('not_found');
    return signIn;
  }

  /** The page that explains an error, which is logged without the user's secrets; denials are audited. */
  private pageOf(error: unknown, request: FastifyRequest, returnTo: string): string {
    const { logger, audit } = this.services;
    const { problem, reason } = describe(error);
    const fields = { problem, reason, requestId: request.id };
    if (problem === 'sign_in_failed' && !(error instanceof SignInError))
      logger.error({ ...fields, err: error }, 'a sign-in failed');
    else logger.warn(fields, 'a sign-in did not succeed');
    if (!passing.includes(problem))
      audit.denied({
        tenant: '',
        key: '',
        runId: null,
        connection: null,
        code: 'unauthorized',
        detail: routeOf(request),
      });
    return addressOfProblem(error instanceof SignInError ? error.returnTo : returnTo, problem);
  }
}

/** For the audit: the whole address of a request may contain a code. */
const routeOf = ({ method, routeOptions }: FastifyRequest): string => `${method} ${routeOptions.url ?? ''}`;

/** Problems of the services, not of the user. */
const passing: readonly SignInProblem[] = ['issuer_unavailable', 'unavailable'];

function describe(error: unknown): { problem: SignInProblem; reason: string } {
  if (error instanceof SignInError) return error;
  if (isRedisAway(error) || error instanceof AuditUnavailableError)
    return { problem: 'unavailable', reason: 'Redis is not available' };
  return { problem: 'sign_in_failed', reason: 'an unexpected error' };
}

const parametersOf = ({ url }: FastifyRequest): URLSearchParams =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');

/** Sends the browser elsewhere. The address of this page may contain a code: it is not passed on or stored. */
function redirect(reply: FastifyReply, address: string): void {
  reply
    .status(302)
    .headers({ location: address, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .send();
}
