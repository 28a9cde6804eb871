import type { z } from 'zod';
import { ProblemError } from '../problems/problem-error';

/** The opaque cursor of a list: the place of the last entry of a page. It stays good when that one goes. */
export const cursorOf = (place: readonly (string | null)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** The place that a cursor names. Throws `bad_request` for anything that `cursorOf` did not make. */
export function placeOf<S extends z.ZodType>(schema: S, cursor: string): z.infer<S> {
  const place = schema.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!place.success)
    throw new ProblemError('bad_request', {
      mistakes: [{ path: 'cursor', message: { zh: '不是有效的游标', en: 'is not a cursor of this list' } }],
    });
  return place.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
