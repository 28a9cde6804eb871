import { SAMPLE_LIMITS, type SampleStatus } from '@querent/catalog';
import { z } from 'zod';

export const feedbackBodySchema = z.strictObject({
  rating: z.enum(['up', 'down']),
  comment: z.string().trim().max(2000).optional(),
  correctedSql: z
    .string()
    .trim()
    .min(1)
    .max(SAMPLE_LIMITS.sql)
    .optional()
    .describe('one SELECT that answers the question; needs the scope `sql:read`'),
});
export type FeedbackBody = z.infer<typeof feedbackBodySchema>;

export const feedbackViewSchema = z.object({
  rating: z.enum(['up', 'down']),
  comment: z.string().nullable(),
  corrected: z.boolean().describe('whether a corrected statement was submitted'),
  sample: z
    .enum(['approved', 'pending'] satisfies SampleStatus[])
    .nullable()
    .describe('status of the sample question that was made of it; null: none was made'),
  at: z.string(),
});
export type Feedback = z.infer<typeof feedbackViewSchema>;
