import { Controller, Delete, Get, Inject, Req, Res } from '@nestjs/common';
import type { Agent } from '@querent/catalog';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { querySchemas } from '../openapi/route-table';
import { ProblemError } from '../problems/problem-error';
import { parsedQuery } from '../submit/parsed-body';
import type { AgentView } from './admin-schemas';

/** Agents, dead letters, the cache. */
@Controller('v1')
export class AdminController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get('agents')
  agents(@Res() reply: FastifyReply): void {
    reply.send({ agents: this.services.catalog.agents().map(agentView) });
  }

  @Get('agents/:name')
  agent(@Req() request: FastifyRequest<{ Params: { name: string } }>, @Res() reply: FastifyReply): void {
    const agent = this.services.catalog.agent(request.params.name);
    if (agent === undefined) throw new ProblemError('not_found');
    reply.send(agentView(agent));
  }

  @Get('dead-letters')
  async deadLetters(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { limit } = parsedQuery(querySchemas.limit, request.query);
    const { tenant } = callerOf(request);
    // One list for all tenants: look far enough to find this one's.
    const letters = await this.services.letters.list(10_000);
    reply.send({ deadLetters: letters.filter((letter) => letter.tenant === tenant).slice(0, limit) });
  }

  @Delete('cache')
  async clearCache(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { connection } = parsedQuery(querySchemas.cache, request.query);
    if (connection !== undefined && this.services.catalog.connection(connection) === undefined) throw new ProblemError('connection_unknown');
    reply.send({ cleared: await this.services.cache.clear(connection) });
  }
}

const agentView = ({ name, label, instructions, connections }: Agent): AgentView => ({ name, label: label ?? null, instructions, connections: connections ?? null });
