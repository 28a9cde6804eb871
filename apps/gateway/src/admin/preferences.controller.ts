import { Controller, Delete, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { parsedQuery } from '../submit/parsed-body';
import { preferencesQuery, type PreferenceList } from './admin-schemas';

/** Lists and deletes the learned preferences of the askers of the caller's tenant. */
@Controller('v1/preferences')
export class PreferencesController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get()
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const preferences: PreferenceList['preferences'] = await this.services.habits.list(this.filter(request));
    reply.send({ preferences });
  }

  @Delete()
  async reset(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const filter = this.filter(request);
    await this.services.audit.administering(request, { connection: filter.connection });
    reply.send({ forgotten: await this.services.habits.forget(filter) });
  }

  /** Always restricted to the caller's tenant. */
  private filter(request: FastifyRequest): { tenant: string; keyName?: string; connection?: string } {
    const { key, connection } = parsedQuery(preferencesQuery, request.query);
    return { tenant: callerOf(request).tenant, keyName: key, connection };
  }
}
