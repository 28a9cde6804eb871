import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { DayTokens } from '@querent/catalog';
import { countRuns } from '@querent/saga';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../auth/caller';
import { mostKept } from '../submit/kept-bound';
import { GATEWAY, type GatewayServices } from '../gateway-services';

const count = z.number().int().min(0);

/** Usage and limits of a tenant. */
export const usageSchema = z.object({
  tenant: z.string().describe('name of the tenant'),
  day: z.iso.date().describe('day of the counts, in UTC'),
  questions: z
    .object({
      today: count.describe('questions asked today'),
      perMinute: count.describe('most questions a minute'),
    })
    .describe('questions'),
  inFlight: z
    .object({
      now: count.describe('runs that have not ended'),
      most: count.describe('most of them'),
    })
    .describe('runs in progress'),
  kept: z
    .object({
      bytes: count.describe('bytes stored'),
      most: count.describe('bytes above which the oldest are deleted'),
    })
    .describe('finished runs and their results'),
  llmTokens: z
    .object({
      today: count.describe('tokens used today'),
      perDay: count.nullable().describe('most tokens a day; null: no limit'),
    })
    .describe('tokens of language models, prompts and replies together'),
  weight: z.number().describe('share of the workers relative to other tenants while several wait'),
});

/** Usage and limits of the caller's tenant. */
@Controller('v1/usage')
export class UsageController {
  private readonly tokens: DayTokens;

  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {
    const { redis, env, catalog, logger } = services;
    this.tokens = new DayTokens(redis, {
      prefix: env.QUEUE_PREFIX,
      perDay: env.LLM_TOKENS_PER_DAY,
      limitsOf: (tenant) => catalog.limitsOf(tenant),
      warn: (fields, message) => logger.warn(fields, message),
    });
  }

  @Get()
  async usage(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { env, catalog, redis, store } = this.services;
    const day = new Date().toISOString().slice(0, 10);
    const { tenant } = callerOf(request);
    const limits = catalog.limitsOf(tenant);
    const [asked, inFlight, bytes, spent] = await Promise.all([
      countRuns(redis, store, tenant, Date.parse(day)),
      store.census.inFlight(tenant),
      store.kept.bytesOf(tenant),
      this.tokens.spentBy(tenant),
    ]);
    const usage: z.infer<typeof usageSchema> = {
      tenant,
      day,
      questions: { today: asked, perMinute: limits.questionsPerMinute ?? env.QUESTIONS_PER_MINUTE },
      inFlight: { now: Math.max(0, inFlight), most: limits.inFlight ?? env.IN_FLIGHT_PER_TENANT },
      kept: { bytes: Math.max(0, bytes), most: mostKept(this.services, tenant) },
      llmTokens: { today: spent, perDay: this.tokens.limitOf(tenant) },
      weight: limits.weight ?? 1,
    };
    reply.header('cache-control', 'no-store').send(usage);
  }
}
