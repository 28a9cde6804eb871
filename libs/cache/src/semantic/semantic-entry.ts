import { compiledQuerySchema } from '@querent/contracts';
import { z } from 'zod';

/** What the semantic cache keeps of an answered question: its statement, never rows. */
export const semanticEntrySchema = z.object({
  /** The digest of the signature, and one of the text. */
  id: z.string(),
  /** What was embedded. */
  text: z.string(),
  compiled: compiledQuerySchema,
  /** What the answer must say of a statement that a model wrote; null: the planner says it anew. */
  disclosures: z.array(z.string()).nullable(),
  /** Least cosine of a question that may share it; a bad vote raises it above the cache's own. */
  threshold: z.number(),
  /** The run that it comes from. */
  runId: z.string(),
});
export type SemanticEntry = z.infer<typeof semanticEntrySchema>;

/** Null for what is no entry: another version wrote it, or it is damaged. */
export function parseEntry(text: string): SemanticEntry | null {
  try {
    const parsed = semanticEntrySchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
