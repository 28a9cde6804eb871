import { SAMPLE_LIMITS, sampleEntrySchema, sampleStatuses } from '@querent/catalog';
import { localeSchema } from '@querent/contracts';
import { z } from 'zod';
import { listQuerySchema } from '../runs/query-schemas';

/** What administrators send and see of sample questions. */

const { limit, cursor } = listQuerySchema.shape;

export const sampleViewSchema = sampleEntrySchema;
export const sampleListSchema = z.object({ samples: z.array(sampleViewSchema), nextCursor: z.string().nullable() });

export const sampleListQuery = z.strictObject({ status: z.enum(sampleStatuses).optional(), limit, cursor });
export const sampleDeleteQuery = z.strictObject({ id: z.string().min(1).max(128) });

export const sampleBodySchema = z.strictObject({
  question: z.string().trim().min(1).max(SAMPLE_LIMITS.question),
  sql: z.string().trim().min(1).max(SAMPLE_LIMITS.sql),
  locale: localeSchema.optional(),
});
