import { Readable } from 'node:stream';
import { Controller, Delete, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { markGated } from '../leak/response-gate';
import { SUBMITTING } from '../submit/open-submitting';
import type { SubmitDeps } from '../submit/submit-question';
import { demandAllowedHost } from './allowed-hosts';
import type { McpServing } from './mcp-serving';

/**
 * The Model Context Protocol over Streamable HTTP, without sessions. The SDK is loaded with the first request: a
 * gateway without MCP clients does not pay for its memory.
 */
@Controller('mcp')
export class McpController {
  private serving: Promise<McpServing> | null = null;

  constructor(
    @Inject(GATEWAY) private readonly services: GatewayServices,
    @Inject(SUBMITTING) private readonly submitting: SubmitDeps,
  ) {}

  @Post()
  async post(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    demandAllowedHost(this.services.env, request);
    const serving = await this.opened();
    await sendResponse(reply, await serving.respond(request, reply));
  }

  /** Without sessions there is no stream to open and nothing to end. */
  @Get()
  stream(@Res() reply: FastifyReply): void {
    refuseMethod(reply);
  }

  @Delete()
  end(@Res() reply: FastifyReply): void {
    refuseMethod(reply);
  }

  private opened(): Promise<McpServing> {
    this.serving ??= import('./mcp-serving').then(({ openMcpServing }) =>
      openMcpServing(this.services, this.submitting),
    );
    return this.serving;
  }
}

function refuseMethod(reply: FastifyReply): void {
  markGated(reply)
    .status(405)
    .header('allow', 'POST')
    .send({ jsonrpc: '2.0', error: { code: -32_000, message: 'Method not allowed.' }, id: null });
}

/** Sends a response of the SDK. Its texts are gated by the tools that made them. */
async function sendResponse(reply: FastifyReply, response: Response): Promise<void> {
  markGated(reply).status(response.status).headers(Object.fromEntries(response.headers));
  if (response.body === null) reply.send();
  else if (response.headers.get('content-type')?.startsWith('text/event-stream'))
    reply.header('x-accel-buffering', 'no').send(Readable.fromWeb(response.body));
  else reply.send(await response.text());
}
