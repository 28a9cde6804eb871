import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { secretsIn } from '@querent/catalog';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { standardSecret, tenantKey } from './signature';

/** Returns the key with which the receivers of the caller's tenant verify signatures. */
@Controller('v1/webhook-secret')
export class WebhookSecretController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get()
  async secret(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { tenant } = callerOf(request);
    const [secret] = secretsIn(this.services.env.QUERENT_SECRET_KEY);
    if (secret === undefined) throw new ProblemError('not_found');
    // Returning a secret is audited like a change.
    await this.services.audit.administering(request);
    const key = tenantKey(secret, tenant);
    reply.header('cache-control', 'no-store').send({ secret: key, standardSecret: standardSecret(key) });
  }
}
