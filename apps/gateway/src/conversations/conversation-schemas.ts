import { z } from 'zod';
import { listQuerySchema } from '../runs/query-schemas';

const { limit, cursor } = listQuerySchema.shape;

export const conversationListQuery = z.strictObject({ limit, cursor: cursor.unwrap().max(2_000).optional() });

export const conversationPageSchema = z.object({
  conversations: z.array(
    z.object({
      id: z.string().describe('`conversationId` of its questions'),
      connection: z.string(),
      owner: z.string().describe('name of the key or token caller'),
      lastQuestion: z.string(),
      runs: z.number().int().describe('questions asked in it; some of their runs may have expired'),
      updatedAt: z.string().describe('time of the last question'),
    }),
  ),
  nextCursor: z.string().nullable(),
});
