import { createHash } from 'node:crypto';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { markGated } from '../leak/response-gate';
import { languageOf } from '../problems/problem-language';
import { tagMatches } from '../runs/if-none-match';
import { parsedQuery } from '../submit/parsed-body';
import { shownWords } from './shown-words';
import { wordsQuerySchema } from './preview-schemas';

/** The words that questions to a connection may use, for completions. */
@Controller('v1/connections/:name/words')
export class WordsController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get()
  async words(@Req() request: FastifyRequest<{ Params: { name: string } }>, @Res() reply: FastifyReply): Promise<void> {
    const { locale = languageOf(request) } = parsedQuery(wordsQuerySchema, request.query);
    const words = await shownWords(this.services, callerOf(request), { connection: request.params.name, locale });
    const json = JSON.stringify({ words });
    const tag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`;
    // A browser must not show the words that it got for the user before.
    reply.header('etag', tag).header('cache-control', 'private, max-age=60').header('vary', VARY);
    if (tagMatches(request.headers['if-none-match'], tag)) reply.status(304).send();
    else markGated(reply).type('application/json; charset=utf-8').send(json);
  }
}

const VARY = 'Accept-Language, Authorization, Cookie';
