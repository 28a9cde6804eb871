import { z } from 'zod';

export const erasureBodySchema = z.strictObject({ confirm: z.string().describe('the name of the tenant, repeated') });

/** Progress of an erasure. */
export const erasureLeftSchema = z.object({
  tenant: z.string().describe('name of the tenant'),
  requestedAt: z.string().nullable().describe('time of the request; null: no erasure is in progress'),
  pending: z
    .array(z.enum(['data', 'vectors']))
    .describe(
      'parts that are not erased yet. data: everything except vectors. vectors: those in a vector store; pending while the store or the retrieval workers are unavailable',
    ),
  complete: z.boolean().describe('true: everything is erased. false: the erasure continues automatically'),
});

export const erasureViewSchema = erasureLeftSchema.extend({
  requestedAt: z.string().describe('time of the request'),
  erased: z.record(z.string(), z.number().int()).describe('items erased so far, by kind'),
});
