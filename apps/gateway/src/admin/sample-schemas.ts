import { SAMPLE_LIMITS, sampleEntrySchema, sampleStatuses, type SampleEntry } from '@querent/catalog';
import { localeSchema } from '@querent/contracts';
import { z } from 'zod';
import { seesSql, type Caller } from '../auth/caller';
import { listQuerySchema } from '../runs/query-schemas';

/** Request and response schemas of sample questions. */

const { limit, cursor } = listQuerySchema.shape;

/** Without `sql:read` a caller sees the question and status of a sample, but no statement. */
export const sampleViewSchema = sampleEntrySchema.extend({
  sql: sampleEntrySchema.shape.sql.nullable().describe('null: shown to keys with the scope `sql:read`'),
});
export type SampleView = z.infer<typeof sampleViewSchema>;

/**
 * The parts of a sample that the caller may see. The reason of a retirement is a technical text: it needs `sql:read`.
 */
export function sampleFor(caller: Caller, sample: SampleEntry): SampleView {
  if (seesSql(caller)) return sample;
  const { reason: _, ...rest } = sample;
  return { ...rest, sql: null };
}

export const sampleListSchema = z.object({ samples: z.array(sampleViewSchema), nextCursor: z.string().nullable() });

export const sampleListQuery = z.strictObject({ status: z.enum(sampleStatuses).optional(), limit, cursor });
export const sampleDeleteQuery = z.strictObject({ id: z.string().min(1).max(128) });

export const sampleBodySchema = z.strictObject({
  question: z.string().trim().min(1).max(SAMPLE_LIMITS.question),
  sql: z.string().trim().min(1).max(SAMPLE_LIMITS.sql),
  locale: localeSchema.optional(),
});
