import { newestFirst, type SampleEntry } from '@querent/catalog';
import { z } from 'zod';
import { ProblemError } from '../problems/problem-error';

const placeSchema = z.tuple([z.string().nullable(), z.string()]);

/** The opaque cursor of a list of samples: the last one of the page. It stays good when that one is deleted. */
export const sampleCursor = ({ createdAt, id }: SampleEntry): string => Buffer.from(JSON.stringify([createdAt, id])).toString('base64url');

/** The samples behind the cursor, in the order of the list. Throws `bad_request` for anything that `sampleCursor` did not make. */
export function samplesBehind(samples: readonly SampleEntry[], cursor: string | undefined): SampleEntry[] {
  if (cursor === undefined) return [...samples];
  const place = placeSchema.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!place.success) throw new ProblemError('bad_request', { mistakes: [{ path: 'cursor', message: { zh: '不是有效的游标', en: 'is not a cursor of this list' } }] });
  const [createdAt, id] = place.data;
  return samples.filter((sample) => newestFirst(sample, { createdAt, id }) > 0);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
