import { Controller, Delete, Inject, Post, Put, Req, Res } from '@nestjs/common';
import { itemName, pathOf, type ConfigItem, type Revision } from '@querent/catalog';
import { bilingual, inBothLanguages } from '@querent/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, seesSql, type Caller } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { problemLanguage } from '../problems/problem-language';
import { administeredModel } from './authority';
import { ConfigurationWriter, invalid, type Wanted } from './configuration-writer';
import { withoutSecrets, withStoredSecrets } from './connection-text';
import { tagOf } from './entity-tag';
import { writtenText } from './written-text';

type NameRequest = FastifyRequest<{ Params: { name: string } }>;

/** Changes connections, semantic models and agents. */
@Controller('v1')
export class ItemsController {
  private readonly writer: ConfigurationWriter;

  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {
    this.writer = new ConfigurationWriter(services);
  }

  @Put('connections/:name')
  async putConnection(@Req() request: NameRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.put(request, reply, this.connection(request));
  }

  @Delete('connections/:name')
  async deleteConnection(@Req() request: NameRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.remove(request, reply, this.connection(request));
  }

  @Put('connections/:name/model')
  async putModel(@Req() request: NameRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.put(request, reply, this.model(request));
  }

  @Delete('connections/:name/model')
  async deleteModel(@Req() request: NameRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.remove(request, reply, this.model(request));
  }

  /** Stores nothing. */
  @Post('connections/:name/model/validate')
  async validateModel(@Req() request: NameRequest, @Res() reply: FastifyReply): Promise<void> {
    const item = this.model(request);
    const { text, hasLines } = writtenText(request);
    const found = await this.writer.mistakes(item, pathOf(item), text, callerOf(request));
    const locale = problemLanguage(request.headers['accept-language'], request.body);
    const problems = found.map(({ path, message, line }) => ({
      path,
      message: inBothLanguages(message)[locale],
      ...(line === undefined || !hasLines ? {} : { line }),
    }));
    reply.status(200).send({ valid: problems.length === 0, problems });
  }

  @Put('agents/:name')
  async putAgent(@Req() request: NameRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.put(request, reply, this.agent(request));
  }

  @Delete('agents/:name')
  async deleteAgent(@Req() request: NameRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.remove(request, reply, this.agent(request));
  }

  private async put(request: NameRequest, reply: FastifyReply, item: ConfigItem): Promise<void> {
    const { text, hasLines } = writtenText(request);
    const revision = await this.write(request, item, 'put', (stored) => {
      if (item.kind !== 'connection') return { layer: 'revision', text };
      return { layer: 'revision', ...withStoredSecrets(item.name, text, stored, this.services.env.QUERENT_SECRET_KEY) };
    }).catch((error: unknown) => {
      throw hasLines ? error : withoutLines(error);
    });
    const tag = tagOf(this.writer.item(item));
    if (tag !== null) reply.header('etag', tag);
    reply
      .status(revision.before.text === null ? 201 : 200)
      .send({ kind: item.kind, name: item.name, layer: 'revision', revision: revision.id });
  }

  private async remove(request: NameRequest, reply: FastifyReply, item: ConfigItem): Promise<void> {
    if (this.writer.item(item).text === null) throw new ProblemError('not_found');
    await this.write(request, item, 'delete', () => ({ layer: 'revision', text: null }));
    reply.status(204).send();
  }

  private write(
    request: NameRequest,
    item: ConfigItem,
    action: Revision['action'],
    after: Wanted['after'],
  ): Promise<Revision> {
    const caller = callerOf(request);
    return this.writer.write({
      item,
      caller,
      action,
      after,
      headers: request.headers,
      shown: shownTo(caller, item),
      audit: (detail) =>
        this.services.audit.administering(
          request,
          item.kind === 'agent' ? { tenant: item.tenant ?? undefined } : { connection: item.name },
          detail,
        ),
    });
  }

  private connection(request: NameRequest): ConfigItem {
    const { name } = request.params;
    if (callerOf(request).connections?.includes(name) === false)
      throw new ProblemError('connection_unknown', { denied: true });
    return named({ kind: 'connection', name, tenant: null });
  }

  private model(request: NameRequest): ConfigItem {
    return administeredModel(this.services.catalog, callerOf(request), request.params.name);
  }

  private agent(request: NameRequest): ConfigItem {
    const { tenant } = callerOf(request);
    const item = named({ kind: 'agent', name: request.params.name, tenant });
    const inUse = this.services.catalog.agent(item.name, tenant);
    if (inUse !== undefined && inUse.tenant === undefined) throw new ProblemError('item_read_only');
    return item;
  }
}

/** Texts of connections and models name objects of the database. */
const shownTo =
  (caller: Caller, { kind }: ConfigItem) =>
  (text: string): string => {
    if (!seesSql(caller)) return '';
    return kind === 'connection' ? withoutSecrets(text) : text;
  };

function named(item: ConfigItem): ConfigItem {
  if (itemName.test(item.name)) return item;
  throw invalid([
    {
      file: '',
      path: 'name',
      message: bilingual('Must have 1 to 64 letters, digits, "-" or "_" and begin with a letter or digit.'),
    },
  ]);
}

/** The lines of a text that was made from JSON mean nothing to its sender. */
function withoutLines(error: unknown): unknown {
  if (!(error instanceof ProblemError) || error.more.mistakes === undefined) return error;
  const mistakes = error.more.mistakes.map(({ path, message }) => ({ path, message }));
  return new ProblemError(error.code, { ...error.more, mistakes });
}
