import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { languageOf } from '../problems/problem-language';
import { mistakesIn } from './localized-details';
import { problemsFor } from './withheld-texts';

/** The mistakes in the files of the configuration, also in those of connections that are not listed because of them. */
@Controller('v1/problems')
export class ProblemsController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get()
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const problems = problemsFor(callerOf(request), this.services.catalog.problems());
    reply.send({ problems: mistakesIn(languageOf(request), problems) });
  }
}
