import { submitBodySchema } from '@querent/contracts';
import { z } from 'zod';

/** Most pins on the board of one key. */
export const MOST_PINS = 60;

const title = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((text) => !/\p{Cc}/u.test(text), 'must be one line')
  .nullable()
  .optional();

export const pinBodySchema = z.strictObject({
  ...submitBodySchema.pick({ question: true, connection: true, timezone: true, agent: true }).shape,
  title: title.describe('heading on the board; null or absent: none'),
});
export type PinBody = z.infer<typeof pinBodySchema>;

export const pinPatchSchema = z.strictObject({
  title: title.describe('new heading; null: none; absent: unchanged'),
  position: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe('new position on the board, from 0; beyond the end: the last; absent: unchanged'),
});
export type PinPatch = z.infer<typeof pinPatchSchema>;

/** A pin as stored, without its title. */
export const storedPinSchema = z.object({
  question: z.string().describe('the question that is asked again each time'),
  connection: z.string().describe('name of the connection'),
  timezone: z.string().nullable().describe('IANA time zone; null: that of the connection'),
  agent: z.string().nullable().describe('name of the agent; null: none'),
  createdAt: z.string().describe('time at which it was pinned, ISO 8601 in UTC'),
});

export const pinSchema = z.object({
  id: z.string().describe('id of the pin'),
  ...storedPinSchema.shape,
  title: z.string().nullable().describe('heading on the board; null: none'),
});
export type Pin = z.infer<typeof pinSchema>;

export const pinListSchema = z.object({ pins: z.array(pinSchema).describe('in the order of the board') });
