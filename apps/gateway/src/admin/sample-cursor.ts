import { newestFirst, type SampleEntry } from '@querent/catalog';
import { z } from 'zod';
import { cursorOf, positionOf } from './list-cursor';

const positionSchema = z.tuple([z.string().nullable(), z.string()]);

/** Cursor of a list of samples. */
export const sampleCursor = ({ createdAt, id }: SampleEntry): string => cursorOf([createdAt, id]);

/** Samples after the cursor, in list order. Throws `bad_request` for anything that `sampleCursor` did not make. */
export function samplesBehind(samples: readonly SampleEntry[], cursor: string | undefined): SampleEntry[] {
  if (cursor === undefined) return [...samples];
  const [createdAt, id] = positionOf(positionSchema, cursor);
  return samples.filter((sample) => newestFirst(sample, { createdAt, id }) > 0);
}
