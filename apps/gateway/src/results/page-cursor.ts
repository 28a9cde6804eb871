import { ProblemError } from '../problems/problem-error';

/** Opaque cursor of a result: row offset of the next page. */
export const encodePageCursor = (offset: number): string => Buffer.from(`o${offset}`).toString('base64url');

/** Throws `bad_request` for anything that `encodePageCursor` did not make. */
export function decodePageCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const offset = /^o(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'))?.[1];
  if (offset === undefined) {
    throw new ProblemError('bad_request', {
      mistakes: [{ path: 'cursor', message: { zh: '不是有效的游标', en: 'is not a cursor of this list' } }],
    });
  }
  return Number(offset);
}
