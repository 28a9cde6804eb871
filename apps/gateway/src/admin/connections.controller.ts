import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { audienceOf, mayAsk, pathOf, type SourcedItem, type Connection } from '@querent/catalog';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, seesSql } from '../auth/caller';
import { withoutSecrets } from '../configuration/connection-text';
import { tagOf } from '../configuration/entity-tag';
import { prefersYaml } from '../configuration/written-text';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { languageOf } from '../problems/problem-language';
import type { ConnectionDetail } from './admin-schemas';
import { connectionDetail, connectionStatus } from './connection-detail';
import { administeredConnection } from './administered';
import { askableConnections, connectionView } from './connection-view';
import { grantedConnection } from './granted-connection';
import { connectionDetailIn, statusIn } from './localized-details';
import { connectionDetailFor, statusFor } from './withheld-texts';

type NameRequest = FastifyRequest<{ Params: { name: string } }>;

/**
 * Connections: their business labels for askers, their configuration, schema and model for operators and
 * administrators. No route returns an address or a password.
 */
@Controller('v1/connections')
export class ConnectionsController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get()
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const locale = languageOf(request);
    const granted = askableConnections(this.services.catalog, caller);
    const views = granted.map((connection) => connectionView(this.services, connection, caller.tenant, locale));
    reply.send({ connections: await Promise.all(views) });
  }

  @Get(':name')
  async detail(@Req() request: NameRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const connection = this.administered(request);
    const item = this.services.catalog.item(pathOf({ kind: 'connection', name: connection.name, tenant: null }));
    sendTag(reply, item);
    if (prefersYaml(request) && seesSql(caller)) return sendYaml(reply, withoutSecrets(item.text ?? ''));
    const detail: ConnectionDetail = await connectionDetail(this.services, connection);
    reply.send(connectionDetailIn(languageOf(request), connectionDetailFor(caller, detail)));
  }

  @Get(':name/schema')
  async schema(@Req() request: NameRequest, @Res() reply: FastifyReply): Promise<void> {
    const snapshot = await this.services.snapshots.get(this.ownAudience(request));
    if (snapshot === null) throw new ProblemError('not_found');
    reply.send(snapshot);
  }

  @Get(':name/model')
  async model(@Req() request: NameRequest, @Res() reply: FastifyReply): Promise<void> {
    const connection = this.administered(request);
    const { name } = connection;
    const item = this.services.catalog.item(pathOf({ kind: 'model', name, tenant: null }));
    sendTag(reply, item);
    if (prefersYaml(request)) {
      if (item.text === null) throw new ProblemError('not_found');
      return sendYaml(reply, item.text);
    }
    const { tenant } = callerOf(request);
    // As the caller's tenant reads it: the model holds stored values, which row security may hide from others.
    const registered = await this.services.models.model(name, tenant);
    if (registered === null) throw new ProblemError('not_found');
    const { layer, revision } = item;
    reply.send({ ...registered, layer, revision, file: this.services.catalog.modelFile(name).file });
  }

  /** Asks the executors to read the schema again; the status shows when they have done so. */
  @Post(':name/refresh')
  async refresh(@Req() request: NameRequest, @Res() reply: FastifyReply): Promise<void> {
    const connection = this.administered(request);
    const { name } = connection;
    await this.services.audit.administering(request, { connection: name });
    await this.services.snapshots.requestRefresh(name);
    const status = await connectionStatus(this.services, connection);
    reply
      .status(202)
      .header('location', `/v1/connections/${encodeURIComponent(name)}`)
      .send(statusIn(languageOf(request), statusFor(callerOf(request), status)));
  }

  /** Audience of the caller's tenant: an administrator sees the schema as that tenant's login read it. */
  private ownAudience(request: NameRequest): string {
    const connection = this.granted(request);
    const { tenant } = callerOf(request);
    if (!mayAsk({ tenant }, connection)) throw new ProblemError('not_found');
    return audienceOf(connection, tenant);
  }

  private administered(request: NameRequest): Connection {
    return administeredConnection(this.services.catalog, callerOf(request), request.params.name);
  }

  private granted(request: NameRequest): Connection {
    return grantedConnection(this.services.catalog, callerOf(request), request.params.name);
  }
}

function sendTag(reply: FastifyReply, item: SourcedItem): void {
  const tag = tagOf(item);
  if (tag !== null) reply.header('etag', tag);
}

const sendYaml = (reply: FastifyReply, text: string): void =>
  void reply.type('application/yaml; charset=utf-8').send(text);
