import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { markGated } from '../leak/response-gate';
import { ProblemError } from '../problems/problem-error';
import { runOfPath } from '../runs/own-run';
import { parsed } from '../submit/parsed-body';
import { feedbackBodySchema, feedbackViewSchema } from './feedback-schemas';
import { giveFeedback } from './give-feedback';

type IdRequest = FastifyRequest<{ Params: { id: string } }>;

/** Ratings of answers. Responses hold only protocol fields and the caller's own comment, so they need no leak gate. */
@Controller('v1/queries/:id/feedback')
export class FeedbackController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Post()
  async give(@Req() request: IdRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    // Before the body is parsed: another key's run is answered with 404 even for an invalid body.
    const run = await runOfPath(this.services, request, 'own');
    const feedback = await giveFeedback(this.services, caller, run, parsed(feedbackBodySchema, request.body));
    markGated(reply.status(200)).send(feedback);
  }

  @Get()
  async get(@Req() request: IdRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const run = await runOfPath(this.services, request, 'own');
    const feedback = await this.services.feedback.get(run.id, caller.name);
    if (feedback === null) throw new ProblemError('not_found');
    markGated(reply).send(feedbackViewSchema.parse(feedback));
  }
}
