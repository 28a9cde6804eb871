import { envInteger } from '@querent/platform';
import { exactCacheDefaults, type ExactCacheLimits } from './exact-cache';

/** The cache's limits as environment variables of the service that stores answers. */
export const exactCacheEnv = {
  L1_MAX_ENTRIES: envInteger(
    exactCacheDefaults.maxEntries,
    0,
    1_000_000,
    'answers that the exact cache keeps for each connection, and for each tenant with a separate login',
  ),
  L1_TTL_MS: envInteger(
    exactCacheDefaults.ttlMs,
    1_000,
    7 * 24 * 3_600_000,
    'how long the exact cache keeps an answer',
  ),
  L1_MAX_ENTRY_BYTES: envInteger(
    exactCacheDefaults.maxEntryBytes,
    1_024,
    16 * 1024 * 1024,
    'larger answers are not kept by the exact cache',
  ),
};

export const exactCacheLimitsOf = (env: {
  L1_MAX_ENTRIES: number;
  L1_TTL_MS: number;
  L1_MAX_ENTRY_BYTES: number;
}): ExactCacheLimits => ({
  maxEntries: env.L1_MAX_ENTRIES,
  ttlMs: env.L1_TTL_MS,
  maxEntryBytes: env.L1_MAX_ENTRY_BYTES,
});
