import { z } from 'zod';
import { cursorSchema, nextCursorSchema, resultQuerySchema } from '../runs/query-schemas';

/** Most dismissals of one tenant. */
export const MOST_DISMISSALS = 2_000;

const rating = z.strictObject({
  by: z.string().min(1).max(500).describe('name of the key or token caller that rated'),
  at: z.string().min(1).max(40).describe('time of the rating, from the list of ratings; a later rating is another one'),
});

export const dismissalBodySchema = z.strictObject({
  runId: z.string().min(1).max(64).describe('id of the run'),
  rating: rating.optional().describe('the rating to dismiss; absent: the question of the run'),
});
export type DismissalBody = z.infer<typeof dismissalBodySchema>;

/** A dismissal as stored, without its id. */
export const storedDismissalSchema = z.object({
  runId: dismissalBodySchema.shape.runId,
  rating: z.object(rating.shape).nullable().describe('the dismissed rating; null: the question of the run'),
  connection: z.string().nullable().describe('connection of the run; null: rated by an earlier version'),
  dismissedBy: z.string().describe('name of the key or token caller that dismissed it'),
  dismissedAt: z.string().describe('time of the dismissal, ISO 8601 in UTC'),
});
export type StoredDismissal = z.infer<typeof storedDismissalSchema>;

export const dismissalSchema = z.object({
  id: z.string().describe('id of the dismissal'),
  ...storedDismissalSchema.shape,
});
export type Dismissal = z.infer<typeof dismissalSchema>;

export const dismissalListQuery = z.strictObject({ limit: resultQuerySchema.shape.limit, cursor: cursorSchema() });

export const dismissalPageSchema = z.object({
  dismissals: z.array(dismissalSchema).describe('newest first'),
  nextCursor: nextCursorSchema,
});
