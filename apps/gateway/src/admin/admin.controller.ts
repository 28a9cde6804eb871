import { Controller, Delete, Get, Inject, Req, Res } from '@nestjs/common';
import {
  agentFilters,
  isOpenTo,
  mayAsk,
  pathOf,
  serves,
  type Agent,
  type Problem,
  type SourcedItem,
} from '@querent/catalog';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, type Caller } from '../auth/caller';
import { tagOf } from '../configuration/entity-tag';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { parsedQuery } from '../submit/parsed-body';
import { cacheQuery, type AgentView } from './admin-schemas';
import { administeredConnection, administeredTenant } from './administered';
import { languageOf } from '../problems/problem-language';
import { agentIn } from './localized-details';
import { agentFor } from './withheld-texts';

/** Administration of agents and of the answer cache. */
@Controller('v1')
export class AdminController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get('agents')
  async agents(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const agents = this.services.catalog.agents(caller.tenant).filter((agent) => this.isOwn(agent, caller));
    const views = await Promise.all(agents.map((agent) => this.view(agent, caller)));
    reply.send({ agents: views.map((view) => agentIn(languageOf(request), view)) });
  }

  @Get('agents/:name')
  async agent(@Req() request: FastifyRequest<{ Params: { name: string } }>, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const agent = this.services.catalog.agent(request.params.name, caller.tenant);
    if (agent === undefined) throw new ProblemError('not_found');
    if (!this.isOwn(agent, caller)) throw new ProblemError('not_found', { denied: true });
    const tag = tagOf(this.item(agent));
    if (tag !== null) reply.header('etag', tag);
    reply.send(agentIn(languageOf(request), await this.view(agent, caller)));
  }

  @Delete('cache')
  async clearCache(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { connection, tenant } = parsedQuery(cacheQuery, request.query);
    const scope = administeredTenant(caller, tenant);
    if (connection !== undefined) administeredConnection(this.services.catalog, caller, connection);
    await this.services.audit.administering(request, { tenant: scope, connection });
    const [answers, statements] = await Promise.all([
      this.services.cache.clear(connection, scope),
      this.services.statements.clear(connection, scope),
    ]);
    reply.send({ cleared: answers + statements });
  }

  private item({ name, tenant }: Agent): SourcedItem {
    return this.services.catalog.item(pathOf({ kind: 'agent', name, tenant: tenant ?? null }));
  }

  /** A shared agent belongs to every tenant that may ask one of its connections. */
  private isOwn(agent: Agent, caller: Caller): boolean {
    if (agent.tenant !== undefined) return agent.tenant === caller.tenant;
    return this.services.catalog
      .connections()
      .some((connection) => serves(agent, connection.name) && isOpenTo(caller, connection));
  }

  private async view(agent: Agent, caller: Caller): Promise<AgentView> {
    const { name, label, instructions, connections, filters, chart, answer } = agent;
    const open = connections?.filter((served) => {
      const connection = this.services.catalog.connection(served);
      return connection !== undefined && isOpenTo(caller, connection);
    });
    const { layer, revision } = this.item(agent);
    return agentFor(caller, {
      name,
      layer,
      revision,
      label: label ?? null,
      instructions,
      connections: open ?? null,
      filters,
      chart: chart ?? null,
      answer: answer ?? null,
      problems: await this.problemsOf(agent, caller),
    });
  }

  /** Problems of the agent on its connections that the caller may ask and whose models are loaded. */
  private async problemsOf(agent: Agent, caller: Caller): Promise<Problem[]> {
    const { catalog, models } = this.services;
    const served = catalog
      .connections()
      .filter((connection) => serves(agent, connection.name) && mayAsk(caller, connection));
    const known = await Promise.all(served.map(({ name }) => models.model(name, caller.tenant)));
    return known.flatMap((registered) => {
      const checked =
        registered === null || registered.problems.length > 0 ? null : agentFilters(agent, registered.model);
      return checked === null || checked.ok ? [] : checked.problems;
    });
  }
}
