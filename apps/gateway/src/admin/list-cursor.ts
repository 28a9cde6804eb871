import type { z } from 'zod';
import { ProblemError } from '../problems/problem-error';

/** Opaque cursor of a list: sort position of the last entry of a page. It stays valid when that entry is deleted. */
export const cursorOf = (position: readonly (string | null)[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** Decodes a cursor. Throws `bad_request` for anything that `cursorOf` did not make. */
export function positionOf<S extends z.ZodType>(schema: S, cursor: string): z.infer<S> {
  const position = schema.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!position.success)
    throw new ProblemError('bad_request', {
      mistakes: [{ path: 'cursor', message: { zh: '不是有效的游标', en: 'is not a cursor of this list' } }],
    });
  return position.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
