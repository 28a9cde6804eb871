import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { traceIdOf } from '@querent/platform';
import { deadLetterSchema } from '@querent/saga';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf, seesSql } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { mayStillRead } from '../results/may-still-read';
import { ownRun } from '../runs/own-run';
import { deadLettersFor } from './dead-letter-page';
import { traceUrlOf } from './trace-url';

export const runDiagnosisSchema = z.object({
  askedBy: z.string().describe('name of the key that asked, or of the caller of a token'),
  traceId: z.string().describe('id of its OpenTelemetry trace, which log lines have too'),
  traceUrl: z.string().nullable().describe('address of the trace in the operator’s viewer; null: none is configured'),
  cause: z
    .string()
    .nullable()
    .describe('the last technical error; null: there is none, or it is shown to keys with the scope `sql:read`'),
  deadLetters: z.array(deadLetterSchema).describe('its jobs and webhooks that used up their attempts, newest first'),
});

/** What administrators need beside a run to find why it failed. */
@Controller('v1/queries')
export class RunDiagnosisController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get(':id/diagnosis')
  async diagnose(
    @Req() request: FastifyRequest<{ Params: { id: string } }>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const caller = callerOf(request);
    const run = await ownRun(this.services, caller, request.params.id);
    const letters = await this.services.letters.ofTenant(run.tenant);
    // The error of a driver may quote stored values.
    const isOpen = seesSql(caller) && (await mayStillRead(this.services, caller, run));
    const traceId = traceIdOf(run.traceparent);
    const diagnosis: z.infer<typeof runDiagnosisSchema> = {
      askedBy: run.keyName,
      traceId,
      traceUrl: traceUrlOf(this.services.env, traceId),
      cause: isOpen ? run.data.technicalError : null,
      deadLetters: deadLettersFor(
        letters.filter(({ runId }) => runId === run.id),
        isOpen,
      ),
    };
    reply.header('cache-control', 'no-store').send(diagnosis);
  }
}
