import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { cursorOf, positionOf } from '../admin/list-cursor';
import { callerOf, seesSql, type Caller } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { parsedQuery } from '../submit/parsed-body';
import type { FeedbackPosition } from './feedback-book';
import {
  feedbackListQuery,
  feedbackViewSchema,
  type feedbackPageSchema,
  type StoredFeedback,
} from './feedback-schemas';

type Shown = z.infer<typeof feedbackPageSchema>['feedback'][number];
const positionSchema = z.tuple([z.string().regex(/^\d{1,15}$/), z.string()]);

/** Ratings that a page scans at most before it returns a cursor. */
const MOST_SCANNED = 2_000;

/** Ratings of a tenant's answers, for its administrators. */
@Controller('v1/feedback')
export class FeedbackListController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get()
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { rating, connection, since, limit, cursor } = parsedQuery(feedbackListQuery, request.query);
    const position = cursor === undefined ? null : positionOf(positionSchema, cursor);
    const feedback: Shown[] = [];
    let scanned = 0;
    let last: FeedbackPosition | null = null;
    let isEnd = true;
    const all = this.services.feedback.ofTenant(caller.tenant, {
      after: position === null ? null : [Number(position[0]), position[1]],
      since: since === undefined ? null : Date.parse(since),
    });
    for await (const { position: at, runId, by, feedback: found } of all) {
      // There is another one: the page is full, or long enough was searched.
      if (feedback.length === limit || scanned === MOST_SCANNED) {
        isEnd = false;
        break;
      }
      scanned += 1;
      last = at;
      if (found !== null && (rating === undefined || found.rating === rating) && concerns(caller, found, connection))
        feedback.push(shown(caller, found, { runId, by }));
    }
    reply.header('cache-control', 'private, no-store').send({
      feedback,
      nextCursor: isEnd || last === null ? null : cursorOf([String(last[0]), last[1]]),
    });
  }
}

/** Whether a rating is about the wanted connection, and about one that is open to the caller's key. */
function concerns(caller: Caller, { connection }: StoredFeedback, wanted: string | undefined): boolean {
  if (wanted !== undefined && connection !== wanted) return false;
  return caller.connections === undefined || (connection !== undefined && caller.connections.includes(connection));
}

const shown = (caller: Caller, stored: StoredFeedback, of: { runId: string; by: string }): Shown => ({
  ...of,
  href: `/v1/queries/${of.runId}`,
  ...feedbackViewSchema.parse(stored),
  connection: stored.connection ?? null,
  question: stored.question ?? null,
  correctedSql: seesSql(caller) ? (stored.correctedSql ?? null) : null,
});
