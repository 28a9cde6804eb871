import { SAMPLE_LIMITS, sampleEntrySchema, sampleStatuses, type SampleEntry } from '@querent/catalog';
import { localeSchema } from '@querent/contracts';
import { z } from 'zod';
import { seesSql, type Caller } from '../auth/caller';
import { listQuerySchema, nextCursorSchema } from '../runs/query-schemas';

/** Request and response schemas of sample questions. */

const { limit, cursor } = listQuerySchema.shape;

/** `rejected` is shown for a pending sample that an administrator rejected. */
const shownStatuses = [...sampleStatuses, 'rejected'] as const;

/** Without `sql:read` a caller sees the question and status of a sample, but no statement. */
export const sampleViewSchema = sampleEntrySchema.extend({
  status: z
    .enum(shownStatuses)
    .describe('`pending` awaits an administrator; `retired`: its statement no longer fits the model'),
  sql: sampleEntrySchema.shape.sql.nullable().describe('its statement; null: shown to keys with the scope `sql:read`'),
});
export type SampleView = z.infer<typeof sampleViewSchema>;

/**
 * The parts of a sample that the caller may see. The reason of a retirement is a technical text: it needs `sql:read`.
 */
export function sampleFor(caller: Caller, sample: SampleEntry): SampleView {
  const shown = { ...sample, status: shownStatus(sample) };
  if (seesSql(caller)) return shown;
  const { reason: _, ...rest } = shown;
  return { ...rest, sql: null };
}

export const shownStatus = ({ status, rejectedBy }: SampleEntry): SampleView['status'] =>
  rejectedBy === undefined ? status : 'rejected';

export const sampleListSchema = z.object({
  samples: z.array(sampleViewSchema).describe('newest first, those of the file last'),
  nextCursor: nextCursorSchema,
});

export const sampleListQuery = z.strictObject({
  status: z.enum(shownStatuses).optional().describe('only samples of this status'),
  limit,
  cursor,
});
export const sampleDeleteQuery = z.strictObject({ id: z.string().min(1).max(128).describe('id of the sample') });

export const sampleBodySchema = z.strictObject({
  question: z.string().trim().min(1).max(SAMPLE_LIMITS.question).describe('a question as users ask it'),
  sql: z.string().trim().min(1).max(SAMPLE_LIMITS.sql).describe('one SELECT that answers it'),
  locale: localeSchema.optional().describe('language of the question; when absent it is recognized'),
});

export const samplePatchSchema = z
  .strictObject({
    status: z
      .enum(['approved', 'rejected', 'pending'])
      .optional()
      .describe('`approved` when absent: a correction approves'),
    question: sampleBodySchema.shape.question.optional().describe('the corrected question'),
    sql: sampleBodySchema.shape.sql.optional().describe('the corrected statement; needs the scope `sql:read`'),
  })
  .refine((patch) => Object.keys(patch).length > 0, 'names no change');
