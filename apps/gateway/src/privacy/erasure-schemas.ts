import { z } from 'zod';

export const erasureBodySchema = z.strictObject({ confirm: z.string().describe('the name of the tenant, again') });

export const erasureViewSchema = z.object({
  tenant: z.string(),
  requestedAt: z.string(),
  erased: z.record(z.string(), z.number().int()).describe('how much so far, by kind'),
  complete: z.boolean().describe('false: it goes on by itself; ask again to see'),
});
