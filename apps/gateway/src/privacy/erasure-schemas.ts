import { z } from 'zod';

export const erasureBodySchema = z.strictObject({ confirm: z.string().describe('the name of the tenant, again') });

/** What is left to do of an erasure. */
export const erasureLeftSchema = z.object({
  tenant: z.string(),
  requestedAt: z.string().nullable().describe('null: no erasure is under way'),
  pending: z
    .array(z.enum(['data', 'vectors']))
    .describe(
      'what is not erased yet. data: all but the vectors. vectors: those in a vector store; it stays here while the store or the retrieval workers are away, and they go on when they are back',
    ),
  complete: z.boolean().describe('nothing is left to do. false: it goes on by itself'),
});

export const erasureViewSchema = erasureLeftSchema.extend({
  requestedAt: z.string(),
  erased: z.record(z.string(), z.number().int()).describe('how much so far, by kind'),
});
