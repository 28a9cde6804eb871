import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { secretsIn } from '@querent/catalog';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { tenantKey } from './signature';

/** What the own tenant's receivers check signatures with. */
@Controller('v1/webhook-secret')
export class WebhookSecretController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get()
  secret(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const { tenant, name } = callerOf(request);
    const [secret] = secretsIn(this.services.env.QUERENT_SECRET_KEY);
    if (secret === undefined) throw new ProblemError('not_found');
    // It was handed out: that is more than a look.
    this.services.audit.note({ kind: 'administered', at: new Date().toISOString(), tenant, key: name, runId: null, connection: null, detail: 'GET /v1/webhook-secret' });
    reply.header('cache-control', 'no-store').send({ secret: tenantKey(secret, tenant) });
  }
}
