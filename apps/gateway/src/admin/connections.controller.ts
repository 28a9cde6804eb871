import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { mayAsk, type Connection } from '@querent/catalog';
import type { ConnectionView, Locale } from '@querent/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { preferredLocale } from '../problems/problem-language';
import type { ConnectionDetail } from './admin-schemas';
import { grantedConnection } from './granted-connection';

type NameRequest = FastifyRequest<{ Params: { name: string } }>;

/** The connections: for askers in business words, for administrators with what lies behind. Addresses and passwords are shown to nobody. */
@Controller('v1/connections')
export class ConnectionsController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get()
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const locale = preferredLocale(request.headers['accept-language']) ?? 'en';
    const granted = this.services.catalog.connections().filter((connection) => mayAsk(caller, connection));
    reply.send({ connections: await Promise.all(granted.map((connection) => this.view(connection, locale))) });
  }

  @Get(':name')
  async detail(@Req() request: NameRequest, @Res() reply: FastifyReply): Promise<void> {
    const { name, label, schema, tenants, limits, examples } = this.granted(request);
    const availability = await this.services.models.availability(name);
    const file = (problem: { file: string }): boolean => problem.file === `connections/${name}.yaml` || problem.file === `models/${name}.yaml` || problem.file === `samples/${name}.jsonl`;
    const found = availability?.state === 'ready' || availability === null ? [] : availability.problems;
    const problems = [...this.services.catalog.problems().filter(file), ...found];
    const detail: ConnectionDetail = {
      name, label, schema, tenants: tenants ?? null, limits, examples,
      status: availability === null || availability.state === 'ready' ? { state: availability?.state ?? 'misconfigured', since: null, detail: null } : { state: availability.state, since: availability.since, detail: availability.detail ?? null },
      problems: [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()],
    };
    reply.send(detail);
  }

  @Get(':name/schema')
  async schema(@Req() request: NameRequest, @Res() reply: FastifyReply): Promise<void> {
    const snapshot = await this.services.snapshots.get(this.granted(request).name);
    if (snapshot === null) throw new ProblemError('not_found');
    reply.send(snapshot);
  }

  @Get(':name/model')
  async model(@Req() request: NameRequest, @Res() reply: FastifyReply): Promise<void> {
    const registered = await this.services.models.model(this.granted(request).name);
    if (registered === null) throw new ProblemError('not_found');
    reply.send(registered);
  }

  /** Asks the executors to read the schema anew; the status shows when they have. */
  @Post(':name/refresh')
  async refresh(@Req() request: NameRequest, @Res() reply: FastifyReply): Promise<void> {
    const { name } = this.granted(request);
    await this.services.snapshots.requestRefresh(name);
    reply.status(202).header('location', `/v1/connections/${encodeURIComponent(name)}`).send(await this.services.snapshots.status(name));
  }

  private async view({ name, label, examples }: Connection, locale: Locale): Promise<ConnectionView> {
    const other: Locale = locale === 'zh' ? 'en' : 'zh';
    const availability = await this.services.models.availability(name);
    return {
      name,
      label: label[locale] ?? label[other] ?? name,
      status: availability?.state ?? 'misconfigured',
      examples: examples[locale].length > 0 ? examples[locale] : examples[other],
    };
  }

  private granted(request: NameRequest): Connection {
    return grantedConnection(this.services.catalog, callerOf(request), request.params.name);
  }
}
