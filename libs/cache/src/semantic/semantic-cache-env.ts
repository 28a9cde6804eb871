import { z } from 'zod';
import { envInteger } from '@querent/platform';

export const semanticCacheDefaults = { threshold: 0.95, ttlMs: 7 * 24 * 3_600_000, maxEntries: 10_000 } as const;

export interface SemanticCacheLimits {
  /** Minimum cosine of two questions that share a statement. */
  threshold: number;
  ttlMs: number;
  /** Maximum meanings per tenant and connection. */
  maxEntries: number;
}

/** The semantic cache's settings as environment variables. */
export const semanticCacheEnv = {
  L2_THRESHOLD: z.coerce
    .number({ error: 'must be a number' })
    .min(0.5)
    .max(1)
    .default(semanticCacheDefaults.threshold)
    .describe('minimum cosine of two questions that may share a statement; their meanings must also be equal'),
  L2_TTL_MS: envInteger(
    semanticCacheDefaults.ttlMs,
    1_000,
    90 * 24 * 3_600_000,
    'how long the semantic cache keeps a statement',
  ),
  L2_MAX_ENTRIES: envInteger(
    semanticCacheDefaults.maxEntries,
    0,
    1_000_000,
    'meanings that the semantic cache keeps for each tenant and connection; 0: none',
  ),
};

export const semanticCacheLimitsOf = (env: {
  L2_THRESHOLD: number;
  L2_TTL_MS: number;
  L2_MAX_ENTRIES: number;
}): SemanticCacheLimits => ({
  threshold: env.L2_THRESHOLD,
  ttlMs: env.L2_TTL_MS,
  maxEntries: env.L2_MAX_ENTRIES,
});
