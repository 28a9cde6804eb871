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
    .refine((text) => [...text].length <= 2000, 'must have at most 2,000 characters')
    .describe('1 to 2,000 characters, in Chinese or English'),
  connection: z.string().min(1).max(64).describe('name of the connection to ask'),
  locale: localeSchema.optional().describe('language of the answer; when absent that of the question'),
  timezone: z
    .string()
    .max(64)
    .refine(isTimeZone, timeZoneAdvice)
    .optional()
    .describe('IANA time zone of dates in the question and the answer; when absent that of the connection'),
  conversationId: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe(
      "the client's name of a conversation, private to its key: a follow-up continues the last answered question",
    ),
  agent: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('name of an agent, with its filters and instructions; none when absent'),
  mode: z
    .enum(['auto', 'fast', 'full'])
    .optional()
    .describe(
      '`fast` leaves out what the installation sets, such as the chart; `full` nothing; `auto` (default) decides by the question',
    ),
  cache: z.enum(['use', 'bypass']).optional().describe('`bypass` uses no cached answer or statement; default `use`'),
  maxRows: z.number().int().min(1).max(100_000).optional().describe('limit of rows, within that of the connection'),
  callbackUrl: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional()
    .describe('address that is called at each pause and at the end of the run'),
});
export type SubmitBody = z.infer<typeof submitBodySchema>;

const clarificationId = z.string().min(1).max(64).describe('`clarification.id` of the run');
export const replyBodySchema = z.union([
  z.strictObject({
    clarificationId,
    optionId: z.string().min(1).max(64).describe('`id` of the chosen option'),
  }),
  z.strictObject({
    clarificationId,
    text: z.string().trim().min(1).max(2000).describe('the reply in own words, if `allowText` is true'),
  }),
]);
export type ReplyBody = z.infer<typeof replyBodySchema>;

export const resultViewSchema = z.object({
  columns: z.array(resultColumnSchema).describe('columns of the rows, in their order'),
  rowCount: z.number().int().describe('number of rows of the whole result'),
  truncated: z.boolean().describe('a limit cut the result'),
  rows: z
    .array(rowSchema)
    .describe('the first 50 rows, fewer if they are long: at most 4 MiB. The rest is under `href`'),
  href: z.string().describe('path of the whole result'),
});

/** The answer as its readers see it. */
export const answerViewSchema = answerSchema.extend({
  assumptions: z
    .array(z.string())
    .describe('what was assumed to answer: defaults, time conventions, matched values; empty unless the run succeeded'),
});
export type AnswerView = z.infer<typeof answerViewSchema>;

export const runViewSchema = z.object({
  id: z.string().describe('id of the run'),
  status: runStatusSchema.describe('state of the run; `succeeded`, `failed`, `cancelled` and `expired` are final'),
  question: z.string().describe('the question as submitted'),
  connection: z.string().describe('name of the connection that is asked'),
  locale: localeSchema.describe('language of the answer'),
  conversationId: z.string().nullable().describe("the client's name of the conversation; null: none"),
  createdAt: z.string().describe('time of the submission, ISO 8601 in UTC'),
  updatedAt: z.string().describe('time of the last change'),
  finishedAt: z.string().nullable().describe('time of the end; null: the run goes on'),
  mode: z.enum(['fast', 'full']).nullable().describe('how the question is processed; null: not decided yet'),
  intent: intentViewSchema.nullable().describe('what kind of question it is; null: not known yet'),
  refinedQuestion: z.string().nullable().describe('the question in explicit words, as it was understood'),
  clarification: clarificationSchema.nullable().describe('the question that awaits a reply; null: none'),
  clarifications: z.array(answeredClarificationSchema).describe('earlier clarifications with their replies'),
  cache: z
    .object({
      level: z.enum(['none', 'l1', 'l2']).describe('`l1`: exact cache, `l2`: semantic cache'),
      similarity: z.number().nullable().describe('0 to 1, of the cached question; null: not compared'),
    })
    .describe('the cache that answered'),
  answer: answerViewSchema.nullable().describe('the answer in words; null: there is none yet, or the run failed'),
  result: resultViewSchema.nullable().describe('the rows; null: there are none yet, or the run failed'),
  chart: z
    .object({
      spec: z.record(z.string(), z.unknown()).describe('an ECharts option'),
      href: z.string().describe('path of the chart as SVG'),
    })
    .nullable()
    .describe('the chart; null: there is none'),
  sql: z.string().nullable().describe('the statement that ran; null: shown to keys with the scope `sql:read`'),
  attempts: z.array(attemptSchema).describe('tried statements, oldest first'),
  steps: z.array(stepSchema).describe('progress, oldest first'),
  error: runErrorSchema.nullable().describe('why the run failed; null: it did not'),
  usage: usageSchema.describe('resources that the run has used'),
});
export type RunView = z.infer<typeof runViewSchema>;

export const resultPageSchema = z.object({
  columns: z.array(resultColumnSchema).describe('columns of the rows, in their order'),
  rows: z.array(rowSchema).describe('the rows of the page; a row has its cells in the order of the columns'),
  rowCount: z.number().int().describe('number of rows of the whole result'),
  truncated: z.boolean().describe('a limit cut the result'),
  nextCursor: z.string().nullable().describe('`cursor` of the next page; null: this is the last'),
});
export type ResultPage = z.infer<typeof resultPageSchema>;

export const connectionViewSchema = z.object({
  name: z.string().describe('name to ask it with'),
  label: z.string().describe('name for users'),
  status: z
    .enum(['ready', 'preparing', 'unavailable', 'misconfigured'])
    .describe('whether it can be asked: only when `ready`'),
  examples: z.array(z.string()).describe('example questions'),
});
export type ConnectionView = z.infer<typeof connectionViewSchema>;
