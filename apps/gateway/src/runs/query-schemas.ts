import { runStatusSchema } from '@querent/contracts';
import { z } from 'zod';

/** Schemas of query strings and headers of the run routes. */

const wholeNumber = (fallback: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .optional()
    .describe(`1 to ${max}; ${fallback} when absent`)
    .transform((text) => (text === undefined ? fallback : Number(text)))
    .pipe(z.number().min(1).max(max));

export const listQuerySchema = z.strictObject({
  status: runStatusSchema.optional(),
  conversationId: z.string().max(64).optional(),
  limit: wholeNumber(20, 100),
  cursor: z.string().max(200).optional(),
});

export const resultQuerySchema = z.strictObject({
  limit: wholeNumber(100, 1000),
  cursor: z.string().max(200).optional(),
  /** CSV: start with a byte order mark. */
  bom: z.enum(['0', '1']).optional(),
  /** CSV: do not guard text that resembles a formula. */
  raw: z.enum(['0', '1']).optional(),
});

export const idempotencyKeySchema = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional(),
});
