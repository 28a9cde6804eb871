import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { cursorOf, positionOf } from '../admin/list-cursor';
import { callerOf, type Caller } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { markGated } from '../leak/response-gate';
import { languageOf } from '../problems/problem-language';
import { parsedQuery } from '../submit/parsed-body';
import type { ListedConversation } from './conversation-list';
import { conversationListQuery, type conversationPageSchema } from './conversation-schemas';

type Page = z.infer<typeof conversationPageSchema>;
const positionSchema = z.tuple([z.string().regex(/^\d{1,15}$/), z.string()]);

/** Conversations of a caller; those of its tenant for an administrator. */
@Controller('v1/conversations')
export class ConversationsController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get()
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { owner, limit, cursor } = parsedQuery(conversationListQuery, request.query);
    const isOfAll = owner === undefined && caller.scopes.includes('admin');
    const position = cursor === undefined ? null : positionOf(positionSchema, cursor);
    const listed = await this.services.conversationList.list(
      { tenant: caller.tenant, ...(isOfAll ? {} : { keyName: caller.name }) },
      {
        after: position === null ? null : [Number(position[0]), position[1]],
        limit: limit + 1,
        now: await this.services.store.now(),
      },
    );
    const page = listed.slice(0, limit);
    const last = page.at(-1);
    const locale = languageOf(request);
    const body: Page = {
      conversations: await Promise.all(page.map((one) => this.shown(caller, one, locale))),
      nextCursor: listed.length > limit && last !== undefined ? cursorOf([String(last.at), last.member]) : null,
    };
    markGated(reply).header('cache-control', 'private, no-store').send(body);
  }

  /** A caller's own words are shown unchanged, those of others without physical names. */
  private async shown(
    caller: Caller,
    { id, connection, owner, lastQuestion, runs, at }: ListedConversation,
    locale: 'zh' | 'en',
  ): Promise<Page['conversations'][number]> {
    const isOwn = owner === caller.name;
    const gate = await this.services.gates.ofConnection(caller, connection, locale, caller.tenant);
    return {
      id: isOwn ? id : gate.text(id, 'text'),
      connection,
      owner,
      lastQuestion: isOwn ? lastQuestion : gate.text(lastQuestion, 'refined'),
      runs,
      updatedAt: new Date(at).toISOString(),
    };
  }
}
