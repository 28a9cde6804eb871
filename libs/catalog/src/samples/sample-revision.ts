import { z } from 'zod';
import { revisionSummarySchema } from '../revisions/revision';
import { sampleEntrySchema, type SampleEntry } from './sample-entry';

const stateSchema = z.string().nullable();

/**
 * A change of a sample of one tenant. `name` is its connection. States are the stored texts, so that they can be put
 * back byte for byte; null: there was no such sample.
 */
export const sampleRevisionSchema = revisionSummarySchema.extend({
  id: z.string().regex(/^s\d+$/),
  kind: z.literal('sample'),
  tenant: z.string(),
  sample: z.string(),
  before: stateSchema,
  after: stateSchema,
});
export type SampleRevision = z.infer<typeof sampleRevisionSchema>;

/** Who changes a sample; `of`: the revision that is restored. */
export interface SampleAuthor {
  by: SampleRevision['by'];
  of?: string;
}

/** The stored texts of a sample before and after a change. */
export type SampleTexts = Pick<SampleRevision, 'before' | 'after'>;

export const revisionNumber = (id: string): number => Number(id.slice(1));

/** The sample in a state of a revision. Throws for a text that is no sample. */
export const sampleIn = (text: string | null): SampleEntry | null =>
  text === null ? null : sampleEntrySchema.parse(JSON.parse(text));
