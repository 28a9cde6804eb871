import { errorCodeSchema, runStatusSchema } from '@querent/contracts';
import { z } from 'zod';
import { shareQuerySchema } from './run-share';

/** Schemas of query strings and headers of the run routes. */

const wholeNumber = (fallback: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .optional()
    .describe(`1 to ${max}; ${fallback} when absent`)
    .transform((text) => (text === undefined ? fallback : Number(text)))
    .pipe(z.number().min(1).max(max));

/** The parameter `cursor` of a list, whose cursors have at most so many characters. */
export const cursorSchema = (most = 200) =>
  z.string().max(most).optional().describe('`nextCursor` of the previous page');

/** Member of every page of a list. */
export const nextCursorSchema = z.string().nullable().describe('`cursor` of the next page; null: this is the last');

export const listQuerySchema = z.strictObject({
  status: runStatusSchema.optional().describe('only runs in this state'),
  code: z
    .string()
    .max(1_000)
    .optional()
    .describe('only runs that failed or expired with this problem code, or with one of several: `a,b`')
    .transform((text) => text?.split(','))
    .pipe(z.array(errorCodeSchema).optional()),
  clarification: z
    .literal('unanswered')
    .optional()
    .describe(
      'only finished runs with a clarification that never got an answer: it expired, the run was stopped then, or the reply was another question',
    ),
  conversationId: z.string().max(64).optional().describe('only runs of this conversation'),
  connection: z.string().max(64).optional().describe('only questions about this connection'),
  askedBy: z
    .string()
    .max(200)
    .optional()
    .describe('only runs of the key or caller with this name; for keys with the scope `admin`'),
  limit: wholeNumber(20, 100),
  cursor: cursorSchema(),
});

export const resultQuerySchema = z.strictObject({
  ...shareQuerySchema.shape,
  limit: wholeNumber(100, 1000),
  cursor: cursorSchema(),
  bom: z.enum(['0', '1']).optional().describe('CSV: `1` starts with a byte order mark, for spreadsheets'),
  raw: z
    .enum(['0', '1'])
    .optional()
    .describe('CSV: `1` leaves text unguarded that a spreadsheet would run as a formula'),
});

export const idempotencyKeySchema = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional(),
});
