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
    'how soon a connection that did not answer is tried again; so is one that its model file does not fit, each time after twice as long',
  ),
  OUTAGE_WAIT_MS: envInteger(
    15_000,
    0,
    120_000,
    'how long a run waits for a database that cannot be reached, where its connection does not say; 0 fails it at once',
  ),
  DATABASE_CHECK_MS: envInteger(10_000, 500, 3_600_000, 'how often each database is checked for being reachable'),
  ...auditEnv,
  QUERENT_SECRET_KEY: secretKeyVariable(
    'opens the encrypted texts of connection files; several keys, separated by commas, while it is changed',
  ),
  EXECUTE_CONCURRENCY: envInteger(
    64,
    1,
    1_024,
    'statements that this process has at databases or in line for them; how many of them run at once is each connection’s to say',
  ),
  SLOW_CONCURRENCY: envInteger(
    16,
    1,
    1_024,
    'the same of the slow queue, of which each connection runs one or two at once',
  ),
  EXPLORE_TIMEOUT_MS: envInteger(
    5_000,
    100,
    8_000,
    'how long a look at stored values may take; a connection that allows its statements less keeps its own bound',
  ),
  EXPLORE_CACHE_MS: envInteger(
    10 * 60_000,
    0,
    24 * 3_600_000,
    'how long values that were looked at are kept for the next question; 0 keeps none',
  ),
});
