import { z } from 'zod';
import {
  answeredClarificationSchema,
  answerSchema,
  attemptSchema,
  clarificationSchema,
  intentViewSchema,
  localeSchema,
  resultColumnSchema,
  rowSchema,
  runErrorSchema,
  runStatusSchema,
  stepSchema,
  usageSchema,
} from './run';
import { isTimeZone, timeZoneAdvice } from './time-zone';

/** Bodies and views of the HTTP API, version 1. */

export const submitBodySchema = z.strictObject({
  question: z
    .string()
    .refine((text) => [...text.trim()].length >= 1, 'must not be empty')
    .refine((text) => [...text].length <= 2000, 'must have at most 2,000 characters'),
  connection: z.string().min(1).max(64),
  locale: localeSchema.optional(),
  timezone: z.string().max(64).refine(isTimeZone, timeZoneAdvice).optional(),
  conversationId: z.string().min(1).max(64).optional(),
  agent: z.string().min(1).max(64).optional(),
  mode: z.enum(['auto', 'fast', 'full']).optional(),
  cache: z.enum(['use', 'bypass']).optional(),
  maxRows: z.number().int().min(1).max(100_000).optional(),
  callbackUrl: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
});
export type SubmitBody = z.infer<typeof submitBodySchema>;

export const replyBodySchema = z.union([
  z.strictObject({ clarificationId: z.string().min(1).max(64), optionId: z.string().min(1).max(64) }),
  z.strictObject({ clarificationId: z.string().min(1).max(64), text: z.string().trim().min(1).max(2000) }),
]);
export type ReplyBody = z.infer<typeof replyBodySchema>;

export const resultViewSchema = z.object({
  columns: z.array(resultColumnSchema),
  rowCount: z.number().int(),
  truncated: z.boolean(),
  /** The first 50 rows, fewer if they are long: at most 4 MiB. The rest is under `href`. */
  rows: z.array(rowSchema),
  href: z.string(),
});

export const runViewSchema = z.object({
  id: z.string(),
  status: runStatusSchema,
  question: z.string(),
  connection: z.string(),
  locale: localeSchema,
  conversationId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  finishedAt: z.string().nullable(),
  mode: z.enum(['fast', 'full']).nullable(),
  intent: intentViewSchema.nullable(),
  refinedQuestion: z.string().nullable(),
  clarification: clarificationSchema.nullable(),
  clarifications: z.array(answeredClarificationSchema),
  cache: z.object({ level: z.enum(['none', 'l1', 'l2']), similarity: z.number().nullable() }),
  answer: answerSchema.nullable(),
  result: resultViewSchema.nullable(),
  chart: z.object({ spec: z.record(z.string(), z.unknown()), href: z.string() }).nullable(),
  sql: z.string().nullable(),
  attempts: z.array(attemptSchema),
  steps: z.array(stepSchema),
  error: runErrorSchema.nullable(),
  usage: usageSchema,
});
export type RunView = z.infer<typeof runViewSchema>;

export const resultPageSchema = z.object({
  columns: z.array(resultColumnSchema),
  rows: z.array(rowSchema),
  rowCount: z.number().int(),
  truncated: z.boolean(),
  nextCursor: z.string().nullable(),
});
export type ResultPage = z.infer<typeof resultPageSchema>;

export const connectionViewSchema = z.object({
  name: z.string(),
  label: z.string(),
  status: z.enum(['ready', 'preparing', 'unavailable', 'misconfigured']),
  examples: z.array(z.string()),
});
export type ConnectionView = z.infer<typeof connectionViewSchema>;
