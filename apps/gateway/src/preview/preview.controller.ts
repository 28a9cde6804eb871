import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { markGated } from '../leak/response-gate';
import { parsed } from '../submit/parsed-body';
import { PublishedVersions } from '../submit/published-versions';
import { PreviewLimit } from './preview-limit';
import { previewBodySchema } from './preview-schemas';
import { previewedQuestion, type PreviewDeps } from './previewed-question';

/** Previews how a question would be read. */
@Controller('v1/preview')
export class PreviewController {
  private readonly deps: PreviewDeps;

  constructor(@Inject(GATEWAY) services: GatewayServices) {
    const { redis, env } = services;
    this.deps = {
      services,
      versions: new PublishedVersions(services.cache),
      limit: new PreviewLimit(redis, { prefix: env.QUEUE_PREFIX, perMinute: env.PREVIEWS_PER_MINUTE }),
    };
  }

  @Post()
  async preview(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const preview = await previewedQuestion(this.deps, callerOf(request), parsed(previewBodySchema, request.body));
    markGated(reply).status(200).send(preview);
  }
}
