import { createHash, randomBytes } from 'node:crypto';
import { Controller, Delete, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { pathOf, type ApiKey, type ConfigItem } from '@querent/catalog';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { stringify } from 'yaml';
import type { z } from 'zod';
import { callerOf, operates } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { parsed } from '../submit/parsed-body';
import { demandGrantable } from './authority';
import { keyBodySchema, type keyViewSchema } from './configuration-schemas';
import { ConfigurationWriter } from './configuration-writer';

/** API keys: those of the caller's tenant, and for operators those of every tenant. A key is never changed. */
@Controller('v1/keys')
export class KeysController {
  private readonly writer: ConfigurationWriter;

  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {
    this.writer = new ConfigurationWriter(services);
  }

  @Get()
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const caller = callerOf(request);
    const keys = this.services.catalog
      .allKeys()
      .filter(({ tenant }) => operates(caller) || tenant === caller.tenant)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    reply.send({ keys: keys.map((key) => this.view(key)) });
  }

  /** The secret has 256 random bits; only its digest is stored. */
  @Post()
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const body = parsed(keyBodySchema, request.body);
    const key = { ...body, tenant: body.tenant ?? caller.tenant };
    demandGrantable(caller, key);
    const secret = `qk_${randomBytes(32).toString('base64url')}`;
    const sha256 = createHash('sha256').update(secret, 'utf8').digest('hex');
    await this.writer.write({
      item: itemOf(key),
      caller,
      action: 'put',
      after: () => {
        // Checked with each try: another administrator may have just created a key of this name.
        if (this.services.catalog.allKeys().some(({ name }) => name === key.name)) throw new ProblemError('name_taken');
        return { layer: 'revision', text: stringify({ ...key, sha256 }) };
      },
      headers: null,
      shown: () => stringify(key),
      audit: (detail) => this.services.audit.administering(request, { tenant: key.tenant }, detail),
    });
    reply
      .status(201)
      .header('location', `/v1/keys/${encodeURIComponent(key.name)}`)
      .header('cache-control', 'no-store')
      .send({ ...this.view(key), secret });
  }

  /** Ends the key's sessions and event streams too. A key of the keys file is revoked over the file. */
  @Delete(':name')
  async revoke(
    @Req() request: FastifyRequest<{ Params: { name: string } }>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const caller = callerOf(request);
    const { name } = request.params;
    const key = this.services.catalog.allKeys().find((one) => one.name === name);
    if (key === undefined) throw new ProblemError('not_found');
    if (!operates(caller) && key.tenant !== caller.tenant) throw new ProblemError('not_found', { denied: true });
    await this.writer.write({
      item: itemOf(key),
      caller,
      action: 'delete',
      after: () => ({ layer: 'revision', text: stringify({ name, revoked: true }) }),
      headers: null,
      shown: (text) => text.replace(/^sha256: .*$/m, ''),
      audit: (detail) => this.services.audit.administering(request, { tenant: key.tenant }, detail),
    });
    // A later key of the same name must not show its user the questions of another.
    await this.services.pins.clear(key);
    reply.status(204).send();
  }

  private view(key: ApiKey): z.infer<typeof keyViewSchema> {
    const { layer, revision } = this.services.catalog.item(pathOf(itemOf(key)));
    return { ...key, layer: layer === 'none' ? 'file' : layer, revision };
  }
}

const itemOf = ({ name, tenant }: Pick<ApiKey, 'name' | 'tenant'>): ConfigItem => ({ kind: 'key', name, tenant });
