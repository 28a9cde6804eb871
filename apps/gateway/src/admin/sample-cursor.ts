import { newestFirst, type SampleEntry } from '@querent/catalog';
import { z } from 'zod';
import { cursorOf, placeOf } from './place-cursor';

const placeSchema = z.tuple([z.string().nullable(), z.string()]);

/** The cursor of a list of samples. */
export const sampleCursor = ({ createdAt, id }: SampleEntry): string => cursorOf([createdAt, id]);

/**
 * The samples behind the cursor, in the order of the list. Throws `bad_request` for anything that `sampleCursor` did
 * not make.
 */
export function samplesBehind(samples: readonly SampleEntry[], cursor: string | undefined): SampleEntry[] {
  if (cursor === undefined) return [...samples];
  const [createdAt, id] = placeOf(placeSchema, cursor);
  return samples.filter((sample) => newestFirst(sample, { createdAt, id }) > 0);
}
