import { z } from 'zod';
import { auditEnv } from '@querent/audit';
import { secretKeyVariable } from '@querent/catalog';
import { envInteger } from '@querent/platform';

/** What the executor reads from its environment beside what every worker does. */
export const executorEnvSchema = z.object({
  SCHEMA_REFRESH_MS: envInteger(
    10 * 60_000,
    1_000,
    24 * 3_600_000,
    'how often the schema and the stored values of a connection are read again',
  ),
  SCHEMA_RETRY_MS: envInteger(
    10_000,
    100,
    3_600_000,
    'how soon a connection that did not answer, or that does not fit its model file, is tried again; the interval doubles each time',
  ),
  OUTAGE_WAIT_MS: envInteger(
    15_000,
    0,
    120_000,
    'how long a run waits for an unreachable database, unless its connection sets outageWaitMs; 0 fails it immediately',
  ),
  DATABASE_CHECK_MS: envInteger(10_000, 500, 3_600_000, 'how often each database is checked for being reachable'),
  ...auditEnv,
  QUERENT_SECRET_KEY: secretKeyVariable(
    'decrypts the encrypted texts of connection files; several keys, separated by commas, during a rotation',
  ),
  EXECUTE_CONCURRENCY: envInteger(
    64,
    1,
    1_024,
    'statements that this process runs or holds in line; each connection limits how many run concurrently',
  ),
  SLOW_CONCURRENCY: envInteger(
    16,
    1,
    1_024,
    'the same for the slow queue, of which each connection runs one or two concurrently',
  ),
  EXPLORE_TIMEOUT_MS: envInteger(
    5_000,
    100,
    8_000,
    'time limit of an exploration of stored values; a lower limit of the connection takes precedence',
  ),
  EXPLORE_CACHE_MS: envInteger(
    10 * 60_000,
    0,
    24 * 3_600_000,
    'how long explored values are cached for later questions; 0 caches none',
  ),
});
