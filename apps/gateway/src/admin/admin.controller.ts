import { Controller, Delete, Get, Inject, Req, Res } from '@nestjs/common';
import { agentFilters, mayAsk, serves, type Agent, type Problem } from '@querent/catalog';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, type Caller } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { querySchemas } from '../openapi/route-table';
import { ProblemError } from '../problems/problem-error';
import { parsedQuery } from '../submit/parsed-body';
import type { AgentView } from './admin-schemas';

/** Agents, the cache. */
@Controller('v1')
export class AdminController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get('agents')
  async agents(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const agents = this.services.catalog.agents();
    reply.send({ agents: await Promise.all(agents.map((agent) => this.view(agent, callerOf(request)))) });
  }

  @Get('agents/:name')
  async agent(@Req() request: FastifyRequest<{ Params: { name: string } }>, @Res() reply: FastifyReply): Promise<void> {
    const agent = this.services.catalog.agent(request.params.name);
    if (agent === undefined) throw new ProblemError('not_found');
    reply.send(await this.view(agent, callerOf(request)));
  }

  @Delete('cache')
  async clearCache(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { connection } = parsedQuery(querySchemas.cache, request.query);
    if (connection !== undefined && this.services.catalog.connection(connection) === undefined) throw new ProblemError('connection_unknown');
    const [answers, statements] = await Promise.all([this.services.cache.clear(connection), this.services.statements.clear(connection)]);
    reply.send({ cleared: answers + statements });
  }

  private async view(agent: Agent, caller: Caller): Promise<AgentView> {
    const { name, label, instructions, connections, filters, chart, answer } = agent;
    return { name, label: label ?? null, instructions, connections: connections ?? null, filters, chart: chart ?? null, answer: answer ?? null, problems: await this.problemsOf(agent, caller) };
  }

  /** On the connections that it serves and the caller may see, as far as their models are known. */
  private async problemsOf(agent: Agent, caller: Caller): Promise<Problem[]> {
    const { catalog, models } = this.services;
    const served = catalog.connections().filter((connection) => serves(agent, connection.name) && mayAsk(caller, connection));
    const known = await Promise.all(served.map(({ name }) => models.model(name, caller.tenant)));
    return known.flatMap((registered) => {
      const checked = registered === null || registered.problems.length > 0 ? null : agentFilters(agent, registered.model);
      return checked === null || checked.ok ? [] : checked.problems;
    });
  }
}
