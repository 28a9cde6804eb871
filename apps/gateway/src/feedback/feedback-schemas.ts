import { SAMPLE_LIMITS, type SampleStatus } from '@querent/catalog';
import { z } from 'zod';
import { cursorSchema, listQuerySchema, nextCursorSchema } from '../runs/query-schemas';

export const feedbackBodySchema = z.strictObject({
  rating: z.enum(['up', 'down']).describe('whether the answer was right'),
  comment: z.string().trim().max(2000).optional().describe('for administrators; at most 2,000 characters'),
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
  rating: feedbackBodySchema.shape.rating,
  comment: z.string().nullable().describe('null: none'),
  corrected: z.boolean().describe('whether a corrected statement was submitted'),
  sample: z
    .enum(['approved', 'pending'] satisfies SampleStatus[])
    .nullable()
    .describe('status of the sample question that was made of it; null: none was made'),
  at: z.string().describe('time of the rating, ISO 8601 in UTC'),
});
export type Feedback = z.infer<typeof feedbackViewSchema>;

/** A stored rating. Earlier versions store the view alone. */
export const storedFeedbackSchema = feedbackViewSchema.extend({
  question: z.string().optional(),
  connection: z.string().optional(),
  correctedSql: z.string().optional(),
});
export type StoredFeedback = z.infer<typeof storedFeedbackSchema>;

/** An ISO 8601 time. */
const time = z.iso.datetime({ offset: true });

export const feedbackListQuery = z.strictObject({
  rating: feedbackBodySchema.shape.rating.optional().describe('only these ratings'),
  connection: z.string().min(1).max(64).optional().describe('only ratings of runs of this connection'),
  since: time.optional().describe('only ratings from this time on, with its zone: 2027-01-31T00:00:00Z'),
  limit: listQuerySchema.shape.limit,
  cursor: cursorSchema(1_000),
});

export const feedbackItemSchema = feedbackViewSchema.extend({
  runId: z.string().describe('id of the rated run'),
  href: z.string().describe('address of the run; the run may have expired'),
  by: z.string().describe('name of the key or token caller that rated'),
  connection: z.string().nullable().describe('connection of the run; null: rated by an earlier version'),
  question: z.string().nullable().describe('question of the run; null: rated by an earlier version'),
  correctedSql: z
    .string()
    .nullable()
    .describe('statement that the rater proposes; null: none, or shown to keys with the scope `sql:read`'),
});

export const feedbackPageSchema = z.object({
  feedback: z.array(feedbackItemSchema).describe('newest first'),
  nextCursor: nextCursorSchema.describe('a page may be short, even empty, while this is not null'),
});
