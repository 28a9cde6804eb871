import { z } from 'zod';
import { envInteger } from '@querent/platform';

/** What the executor reads from its environment beside what every worker does. */
export const executorEnvSchema = z.object({
  SCHEMA_REFRESH_MS: envInteger(10 * 60_000, 1_000, 24 * 3_600_000, 'how often the schema and the stored values of a connection are read again'),
  SCHEMA_RETRY_MS: envInteger(10_000, 100, 3_600_000, 'how soon a connection that did not answer is tried again'),
});
