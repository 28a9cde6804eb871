import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { browserCallerName } from '@querent/catalog';
import { z } from 'zod';
import { GATEWAY, type GatewayServices } from '../../gateway-services';
import { ProblemError } from '../../problems/problem-error';
import { askedConnection } from '../../submit/asked-connection';
import { parsed } from '../../submit/parsed-body';
import { callerOf } from '../caller';

export const browserTokenBodySchema = z.strictObject({
  user: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe('the user, by any lasting id; a later token of the same user and key sees the same questions'),
  connections: z
    .array(z.string().min(1).max(64))
    .min(1)
    .max(100)
    .optional()
    .describe('connections that the user may ask; absent: those of the key'),
  minutes: z.number().int().min(1).max(60).default(15).describe('life of the token'),
});

export const browserTokenViewSchema = z.object({
  token: z.string().describe('for the header Authorization, with Bearer before it'),
  expiresAt: z.iso.datetime().describe('end of the token'),
});

/** Gives the backend of a page short-lived tokens for its users. */
@Controller('v1/browser-tokens')
export class BrowserTokensController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Post()
  async issue(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { browserTokens, catalog, audit } = this.services;
    const caller = callerOf(request);
    const body = parsed(browserTokenBodySchema, request.body);
    for (const name of body.connections ?? []) askedConnection(catalog, caller, name);
    if (!browserTokens.isOpen)
      throw new ProblemError('bad_request', { mistakes: [{ path: 'token', message: unsigned }] });
    const issued = await browserTokens.issue(caller, body);
    // A token must not prolong itself, and a person's rights are those that the issuer grants.
    if (issued === null) throw new ProblemError('forbidden');
    await audit.administering(request, {}, `POST /v1/browser-tokens: ${browserCallerName(caller.name, body.user)}`);
    reply.status(201).header('cache-control', 'no-store').send(issued);
  }
}

const unsigned = {
  zh: '未启用浏览器令牌：需要管理员设置签名密钥',
  en: 'browser tokens are not enabled: an administrator has to set the signing key',
};
