import { resultColumnSchema } from '@querent/contracts';
import { z } from 'zod';

/** Inputs and outputs of the MCP tools. Outputs are flat, because models read them. */

const runId = z.string().min(1).max(64).describe('`run_id` that ask returned');
const connection = z.string().min(1).max(64).describe('name of a connection, from list_connections');
const links = z
  .array(
    z.object({
      rel: z.enum(['rows', 'csv', 'chart', 'vocabulary']),
      uri: z.string().describe('a resource that resources/read returns'),
      mime_type: z.string(),
    }),
  )
  .describe('resources with more');
export type Link = z.infer<typeof links>[number];

/**
 * A value of JSON. Some clients allow one type for each schema, so each type has a schema. Without the description, zod
 * would join them.
 */
const cell = z.unknown().meta({
  anyOf: [
    { type: 'string', description: 'a text, a date, or a number that a double would not keep exactly' },
    ...['number', 'boolean', 'object', 'array', 'null'].map((type) => ({ type })),
  ],
});
const rows = z.array(z.array(cell)).describe('each row in the order of `columns`');

export const runOutput = z.object({
  run_id: z.string(),
  status: z
    .enum(['working', 'needs_reply', 'succeeded', 'failed', 'cancelled', 'expired'])
    .describe('`working`: read it later with get_run. `needs_reply`: answer `clarification` with reply'),
  question: z.string(),
  understood_as: z.string().optional().describe('the question as it was understood'),
  answer: z.string().optional().describe('the answer in words, with the status `succeeded`'),
  columns: z.array(resultColumnSchema).optional(),
  rows: rows.optional().describe('the first 50 rows, each in the order of `columns`; get_rows returns all'),
  row_count: z.number().int().optional().describe('number of rows of the whole result'),
  truncated: z
    .boolean()
    .optional()
    .describe('whether the result was cut at a limit: there are more rows than `row_count`'),
  assumptions: z.array(z.string()).describe('what was assumed to answer: defaults, time conventions, matched values'),
  clarification: z
    .object({
      id: z.string(),
      question: z.string().describe('what the user has to decide'),
      options: z.array(z.object({ id: z.string(), label: z.string(), description: z.string().optional() })),
      allow_text: z.boolean().describe('whether a reply in own words is accepted'),
      expires_at: z.string(),
    })
    .optional(),
  follow_ups: z.array(z.string()).describe('further questions that ask would answer'),
  chart: z.string().optional().describe('type of the chart that `links` leads to'),
  links,
  sql: z.string().optional().describe('the statement that was run; only for a key with the scope `sql:read`'),
});
export type RunOutput = z.infer<typeof runOutput>;

export const askInput = z.strictObject({
  question: z.string().min(1).max(2_000).describe('one question, in English or Chinese, in business words'),
  connection,
  conversation_id: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe(
      'any string that you choose for a conversation: a question with the same one may refer to the last, “and last year?”',
    ),
  locale: z.enum(['zh', 'en']).optional().describe('language of the answer; by default that of the question'),
  timezone: z
    .string()
    .max(64)
    .optional()
    .describe('IANA time zone of the user, for words like “today”; by default that of the connection'),
  max_rows: z
    .number()
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe('limit of rows; a question for “the top 5” needs none'),
});

export const replyInput = z
  .strictObject({
    run_id: runId,
    clarification_id: z.string().min(1).max(64).describe('`clarification.id` of the run'),
    option_id: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe(
        '`id` of the option chosen from this clarification, a string such as "1"; leave it out if you give `text`',
      ),
    text: z
      .string()
      .min(1)
      .max(2_000)
      .optional()
      .describe('a reply in own words, instead of an option, if `allow_text` is true'),
  })
  .refine(({ option_id, text }) => (option_id === undefined) !== (text === undefined), {
    path: ['option_id'],
    message: 'give either option_id or text',
  });

export const runInput = z.strictObject({ run_id: runId });
export const getRunInput = z.strictObject({
  run_id: runId,
  wait: z.boolean().optional().describe('wait until the run has ended or needs a reply; by default true'),
});

export const rowsInput = z.strictObject({
  run_id: runId,
  limit: z.number().int().min(1).max(1_000).optional().describe('by default 100'),
  cursor: z.string().max(200).optional().describe('`next_cursor` of the previous page'),
});
export const rowsOutput = z.object({
  run_id: z.string(),
  columns: z.array(resultColumnSchema),
  rows,
  row_count: z.number().int(),
  truncated: z.boolean(),
  next_cursor: z.string().optional(),
});

export const noInput = z.strictObject({});
const connectionFields = {
  name: z.string(),
  label: z.string(),
  status: z.enum(['ready', 'preparing', 'unavailable', 'misconfigured']),
  examples: z.array(z.string()).describe('example questions'),
};
export const connectionsOutput = z.object({ connections: z.array(z.object(connectionFields)) });

export const connectionInput = z.strictObject({ connection });
export const wordSchema = z.object({
  kind: z.enum(['metric', 'subject', 'attribute', 'term', 'filter']),
  label: z.string(),
  synonyms: z.array(z.string()),
});
export type Word = z.infer<typeof wordSchema>;
export const connectionOutput = z.object({
  ...connectionFields,
  vocabulary: z.array(wordSchema).describe('words that questions may use; the resource in `links` has all'),
  vocabulary_count: z.number().int(),
  links,
});

export const rateInput = z.strictObject({
  run_id: runId,
  rating: z.enum(['up', 'down']).describe('`up`: the user finds the answer right; `down`: wrong or of no use'),
  comment: z.string().max(2_000).optional().describe('the user’s reason'),
});
export const rateOutput = z.object({
  run_id: z.string(),
  rating: z.enum(['up', 'down']),
  sample: z.enum(['approved', 'pending']).nullable().describe('status of the sample question made of the answer'),
});
