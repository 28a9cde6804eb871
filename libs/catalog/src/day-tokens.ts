import { envInteger, RedisKeys, type RedisClient } from '@querent/platform';
import type { TenantLimits } from './tenant-limits';

/** For the services that call a model, and the service that reports the remaining tokens. */
export const dayTokensEnv = {
  LLM_TOKENS_PER_DAY: envInteger(
    0,
    0,
    1_000_000_000_000,
    'tokens of prompts and replies together that a tenant may use a day (UTC), unless tenants.yaml sets a limit; 0: unlimited',
  ),
};

const KEPT_SECONDS = 2 * 24 * 3_600;

export interface DayTokensOptions {
  prefix: string;
  /** Limit of tenants that the tenants file does not list; 0: unlimited. */
  perDay: number;
  limitsOf: (tenant: string) => Pick<TenantLimits, 'llmTokensPerDay'>;
  /** Called if Redis could not be read or written: models are still called, and their tokens may not be counted. */
  warn: (fields: object, message: string) => void;
  now?: () => Date;
}

/**
 * Tokens of language models that a tenant has used today (UTC), prompts and replies together: one counter in Redis for
 * all processes. The cost of a request is known only at its end, so a tenant can exceed the limit by the requests that
 * were active when it was reached.
 */
export class DayTokens {
  constructor(
    private readonly redis: RedisClient,
    private readonly options: DayTokensOptions,
  ) {}

  /** Null: no limit. A limit of 0 in the file means no model for this tenant. */
  limitOf(tenant: string): number | null {
    const { limitsOf, perDay } = this.options;
    return limitsOf(tenant).llmTokensPerDay ?? (perDay === 0 ? null : perDay);
  }

  /** Tokens used today. Rejects if Redis is unavailable. */
  async spentBy(tenant: string): Promise<number> {
    return Number((await this.redis.get(this.keyOf(tenant))) ?? 0);
  }

  /** The tenant's token budget, as the chat models of `@querent/llm` take it. */
  budgetOf(tenant: string): { isSpent(): Promise<boolean>; spend(tokens: number): void } {
    return {
      isSpent: async () => {
        const limit = this.limitOf(tenant);
        if (limit === null || limit === 0) return limit === 0;
        return this.spentBy(tenant).then(
          (spent) => spent >= limit,
          (error: unknown) => this.logFailure(error, false),
        );
      },
      spend: (tokens) => void this.add(tenant, tokens).catch((error: unknown) => this.logFailure(error, undefined)),
    };
  }

  private async add(tenant: string, tokens: number): Promise<void> {
    if (tokens <= 0) return;
    const key = this.keyOf(tenant);
    const replies = await this.redis.multi().incrby(key, Math.ceil(tokens)).expire(key, KEPT_SECONDS).exec();
    const failure = replies?.find(([error]) => error !== null)?.[0];
    if (failure) throw failure;
  }

  private logFailure<T>(error: unknown, fallback: T): T {
    this.options.warn(
      { error: error instanceof Error ? error.message : String(error) },
      'the day’s tokens of a tenant are not counted for the moment',
    );
    return fallback;
  }

  private keyOf(tenant: string): string {
    const day = (this.options.now?.() ?? new Date()).toISOString().slice(0, 10);
    return new RedisKeys(this.options.prefix).dayTokens(tenant, day);
  }
}
