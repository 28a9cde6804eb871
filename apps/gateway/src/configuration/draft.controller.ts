import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { audienceOf, mayAsk } from '@querent/catalog';
import { draftModelFile } from '@querent/model';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { administeredConnection } from '../admin/administered';
import { callerOf } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { prefersYaml } from './written-text';

/** Drafts a first model file from the schema. */
@Controller('v1/connections/:name/model/draft')
export class DraftController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  /** From the schema as the login of the caller's tenant reads it: it holds stored values. Stores nothing. */
  @Post()
  async draft(@Req() request: FastifyRequest<{ Params: { name: string } }>, @Res() reply: FastifyReply): Promise<void> {
    const { catalog, snapshots } = this.services;
    const caller = callerOf(request);
    const { tenant } = caller;
    const connection = administeredConnection(catalog, caller, request.params.name);
    const snapshot = mayAsk({ tenant }, connection) ? await snapshots.get(audienceOf(connection, tenant)) : null;
    if (snapshot === null) throw new ProblemError('connection_unavailable', { headers: { 'retry-after': '2' } });
    const yaml = draftModelFile(connection.name, snapshot);
    if (prefersYaml(request)) reply.status(200).type('application/yaml; charset=utf-8').send(yaml);
    else reply.status(200).send({ yaml });
  }
}
