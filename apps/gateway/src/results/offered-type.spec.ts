import { ProblemError } from '../problems/problem-error';
import { offeredType } from './offered-type';
import { decodePageCursor, encodePageCursor } from './page-cursor';

const offered = ['application/json', 'text/csv', 'application/x-ndjson'] as const;

describe('content negotiation of a result', () => {
  it.each<[string | undefined, string | null]>([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['text/csv', 'text/csv'],
    ['TEXT/CSV; charset=utf-8', 'text/csv'],
    ['text/*', 'text/csv'],
    ['application/x-ndjson, application/json;q=0.5', 'application/x-ndjson'],
    ['image/png', null],
    ['image/png, */*;q=0.1', 'application/json'],
    ['application/json;q=0, */*', 'text/csv'],
    ['garbage;;;', null],
  ])('%s gives %s', (accept, type) => expect(offeredType(accept, offered)).toBe(type));
});

describe('page cursor', () => {
  it('decodes a page cursor to its offset', () => expect(decodePageCursor(encodePageCursor(1234))).toBe(1234));
  it.each(['', 'x', 'bzEyMzQ1Njc4OTAx', '../..', 'LTE'])('refuses %j', (cursor) =>
    expect(() => decodePageCursor(cursor)).toThrow(ProblemError),
  );
});
