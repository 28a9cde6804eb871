import { resultColumnSchema } from '@querent/contracts';
import { z } from 'zod';

/** Inputs and outputs of the MCP tools. Outputs are flat, because models read them. */

const runId = z.string().min(1).max(64).describe('`run_id` of a run');
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

const rows = z.array(z.array(z.unknown())).describe('each row in the order of `columns`');

export const runOutput = z.object({
  run_id: z.string(),
  status: z
    .enum(['working', 'needs_reply', 'succeeded', 'failed', 'cancelled', 'expired'])
    .describe('`working`: read it later with get_run. `needs_reply`: answer `clarification` with reply'),
  question: z.string(),
  understood_as: z.string().optional().describe('the question as it was understood'),
  answer: z.string().optional(),
  columns: z.array(resultColumnSchema).optional(),
  rows: rows.optional(),
  row_count: z.number().int().optional(),
  truncated: z.boolean().optional().describe('the result was cut at a limit'),
  assumptions: z.array(z.string()).describe('what was assumed to answer: defaults, time conventions, matched values'),
  clarification: z
    .object({
      id: z.string(),
      question: z.string(),
      options: z.array(z.object({ id: z.string(), label: z.string(), description: z.string().optional() })),
      allow_text: z.boolean().describe('whether a reply in own words is accepted'),
      expires_at: z.string(),
    })
    .optional(),
  follow_ups: z.array(z.string()).describe('questions that may follow'),
  chart: z.string().optional().describe('type of the chart that `links` leads to'),
  links,
  sql: z.string().optional(),
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
    .describe('own string: later questions may refer to earlier ones'),
  locale: z.enum(['zh', 'en']).optional().describe('language of the answer; by default that of the question'),
  timezone: z.string().max(64).optional().describe('IANA time zone of the asker'),
  max_rows: z.number().int().min(1).max(100_000).optional(),
});

export const replyInput = z.strictObject({
  run_id: runId,
  clarification_id: z.string().min(1).max(64).describe('`clarification.id` of the run'),
  option_id: z.string().min(1).max(64).optional().describe('id of the chosen option'),
  text: z.string().min(1).max(2_000).optional().describe('instead of an option: a reply in own words'),
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
  rating: z.enum(['up', 'down']),
  comment: z.string().max(2_000).optional(),
});
export const rateOutput = z.object({
  run_id: z.string(),
  rating: z.enum(['up', 'down']),
  sample: z.enum(['approved', 'pending']).nullable().describe('status of the sample question made of the answer'),
});
