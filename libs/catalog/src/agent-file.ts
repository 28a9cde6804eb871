import { z } from 'zod';
import { localizedTextSchema } from './localized-text';

/** `agents/<name>.yaml`: a way of answering that a question may name. */
export const agentFileSchema = z.strictObject({
  label: localizedTextSchema.optional(),
  instructions: z.string().max(8_000).default(''),
  /** Absent: it serves every connection. */
  connections: z.array(z.string().min(1)).optional(),
  chart: z.record(z.string(), z.unknown()).optional(),
  answer: z.record(z.string(), z.unknown()).optional(),
});
export type Agent = z.infer<typeof agentFileSchema> & { name: string };
