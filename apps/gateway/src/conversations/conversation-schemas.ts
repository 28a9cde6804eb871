import { z } from 'zod';
import { cursorSchema, listQuerySchema, nextCursorSchema } from '../runs/query-schemas';

export const conversationListQuery = z.strictObject({
  owner: z
    .literal('self')
    .optional()
    .describe('those of the caller alone; absent: for an administrator, all of the tenant'),
  limit: listQuerySchema.shape.limit,
  cursor: cursorSchema(2_000),
});

export const conversationSchema = z.object({
  id: z.string().describe('`conversationId` of its questions'),
  connection: z.string().describe('name of the connection that its last question asked'),
  owner: z.string().describe('name of the key or token caller'),
  lastQuestion: z.string().describe('its last question as submitted'),
  runs: z.number().int().describe('questions asked in it; some of their runs may have expired'),
  updatedAt: z.string().describe('time of the last question'),
});

export const conversationPageSchema = z.object({
  conversations: z.array(conversationSchema).describe('the one with the last question first'),
  nextCursor: nextCursorSchema,
});
