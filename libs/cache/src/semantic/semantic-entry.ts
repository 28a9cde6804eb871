import { compiledQuerySchema } from '@querent/contracts';
import { z } from 'zod';

/** Entry of the semantic cache for an answered question: its statement, never rows. */
export const semanticEntrySchema = z.object({
  /** Digest of the signature and digest of the text. */
  id: z.string(),
  /** The embedded text. */
  text: z.string(),
  compiled: compiledQuerySchema,
  /** Disclosures of a statement that a model wrote; null: the planner derives them again. */
  disclosures: z.array(z.string()).nullable(),
  /** Minimum cosine of a question that may share it; a bad vote raises it above the cache's threshold. */
  threshold: z.number(),
  /** The run that wrote the statement. */
  runId: z.string(),
});
export type SemanticEntry = z.infer<typeof semanticEntrySchema>;

/** Null if the text is not an entry: another version wrote it, or it is damaged. */
export function parseEntry(text: string): SemanticEntry | null {
  try {
    const parsed = semanticEntrySchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
