import { envInteger, RedisKeys, type RedisClient } from '@querent/platform';
import type { TenantLimits } from './tenant-limits';

/** For the services that call a model, and the one that tells what is left. */
export const dayTokensEnv = {
  LLM_TOKENS_PER_DAY: envInteger(
    0,
    0,
    1_000_000_000_000,
    'tokens of prompts and replies together that a tenant may use a day (UTC), where tenants.yaml says nothing of it; 0: as many as it likes',
  ),
};

const KEPT_SECONDS = 2 * 24 * 3_600;

export interface DayTokensOptions {
  prefix: string;
  /** For tenants of which the tenants file says nothing; 0: as many as they like. */
  perDay: number;
  limitsOf: (tenant: string) => Pick<TenantLimits, 'llmTokensPerDay'>;
  /**
   * Told where Redis could not be read or written: a model is then asked all the same, and what it cost may not be
   * counted.
   */
  warn: (fields: object, message: string) => void;
  now?: () => Date;
}

/**
 * Tokens of language models that a tenant has spent today (UTC), prompts and replies together: one number in Redis for
 * all processes. What a request costs is known when it is over, so tenants can go beyond their limit by the requests
 * that were under way when they met it.
 */
export class DayTokens {
  constructor(
    private readonly redis: RedisClient,
    private readonly options: DayTokensOptions,
  ) {}

  /** Null: no limit. The file's 0 is a limit: no model for this tenant. */
  limitOf(tenant: string): number | null {
    const { limitsOf, perDay } = this.options;
    return limitsOf(tenant).llmTokensPerDay ?? (perDay === 0 ? null : perDay);
  }

  /** What was spent today. Rejects where Redis is away. */
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
          (error: unknown) => this.failed(error, false),
        );
      },
      spend: (tokens) => void this.add(tenant, tokens).catch((error: unknown) => this.failed(error, undefined)),
    };
  }

  private async add(tenant: string, tokens: number): Promise<void> {
    if (tokens <= 0) return;
    const key = this.keyOf(tenant);
    const replies = await this.redis.multi().incrby(key, Math.ceil(tokens)).expire(key, KEPT_SECONDS).exec();
    const failure = replies?.find(([error]) => error !== null)?.[0];
    if (failure) throw failure;
  }

  private failed<T>(error: unknown, instead: T): T {
    this.options.warn(
      { error: error instanceof Error ? error.message : String(error) },
      'the day’s tokens of a tenant are not counted for the moment',
    );
    return instead;
  }

  private keyOf(tenant: string): string {
    const day = (this.options.now?.() ?? new Date()).toISOString().slice(0, 10);
    return new RedisKeys(this.options.prefix).dayTokens(tenant, day);
  }
}
