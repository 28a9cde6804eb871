import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

export const OPENAPI_DOCUMENT = Symbol('OPENAPI_DOCUMENT');

/** Serves the OpenAPI document. */
@Controller()
export class OpenApiController {
  constructor(@Inject(OPENAPI_DOCUMENT) private readonly document: object) {}

  @Get('openapi.json')
  json(@Res() reply: FastifyReply): void {
    reply.send(this.document);
  }
}
