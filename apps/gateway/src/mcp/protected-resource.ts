import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { GatewayEnv } from '../gateway-env';
import { GATEWAY, type GatewayServices } from '../gateway-services';

const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** Metadata of the resource `/mcp` (RFC 9728). Without an issuer of tokens, only API keys are bearer tokens. */
export const protectedResourceSchema = z.object({
  resource: z.string().describe('address of the resource'),
  resource_name: z.string().describe('name for users'),
  authorization_servers: z
    .array(z.string())
    .optional()
    .describe('issuers of tokens; absent: API keys alone are accepted'),
  bearer_methods_supported: z.array(z.literal('header')).describe('how a request sends its key or token'),
  scopes_supported: z.array(z.string()).describe('scopes that the tools use'),
});

/** Serves the metadata at the address of the host and at that of the resource (RFC 9728 §3.1). */
@Controller(METADATA_PATH)
export class ProtectedResourceController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get(['', 'mcp'])
  get(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const { JWT_ISSUER } = this.services.env;
    const metadata: z.infer<typeof protectedResourceSchema> = {
      resource: `${publicOrigin(this.services.env, request)}/mcp`,
      resource_name: 'Querent',
      ...(JWT_ISSUER === undefined ? {} : { authorization_servers: [JWT_ISSUER] }),
      bearer_methods_supported: ['header'],
      scopes_supported: ['query', 'sql:read'],
    };
    // Clients in browsers read this document before they have a key.
    reply.header('access-control-allow-origin', '*').send(metadata);
  }
}

/** Adds the address of the metadata to the challenges of 401 and 403 responses at /mcp. */
export function challengeMcpClients(fastify: FastifyInstance, env: Pick<GatewayEnv, 'PUBLIC_URL'>): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const challenge = reply.getHeader('www-authenticate');
    if (request.routeOptions.url === '/mcp' && typeof challenge === 'string')
      reply.header(
        'www-authenticate',
        `${challenge}, resource_metadata="${publicOrigin(env, request)}${METADATA_PATH}/mcp"`,
      );
    done(null, payload);
  });
}

function publicOrigin({ PUBLIC_URL }: Pick<GatewayEnv, 'PUBLIC_URL'>, { protocol, host }: FastifyRequest): string {
  const called = `${protocol}://${host}`;
  return new URL(PUBLIC_URL ?? (URL.canParse(called) ? called : 'http://localhost')).origin;
}
