import { embedderEnv } from '@querent/retrieval';
import { z } from 'zod';

/** What the retrieval worker reads from its environment beside what every worker does. */
export const retrievalEnvSchema = z.object(embedderEnv);
