import { Readable } from 'node:stream';
import type { ResultColumn, ResultRef, Row } from '@querent/contracts';
import { ResultUnavailableError, type ResultStore } from '@querent/saga';
import { whileInForce } from '../auth/key-in-force';
import { ProblemError } from '../problems/problem-error';
import { csvOf, ndjsonOf } from './delimited-rows';

export interface WholeResult {
  /** Where the rows lie. */
  runId: string;
  /** Columns as the caller may see them. */
  ref: ResultRef;
  type: StreamType;
  timeZone: string;
  bom: boolean;
  raw: boolean;
}

type Parts = AsyncIterable<string | Buffer>;

interface Format {
  contentType: string;
  extension: string;
  parts(result: WholeResult, pages: AsyncIterable<Row[]>): Parts;
}

export const formats = {
  'text/csv': {
    contentType: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    parts: ({ ref, bom, raw }, pages) => csvOf(ref.columns, pages, { bom, raw }),
  },
  'application/x-ndjson': {
    contentType: 'application/x-ndjson; charset=utf-8',
    extension: 'ndjson',
    parts: ({ ref }, pages) => ndjsonOf(ref.columns, pages),
  },
  'application/vnd.apache.arrow.stream': {
    contentType: 'application/vnd.apache.arrow.stream',
    extension: 'arrows',
    parts: ({ ref, timeZone }, pages) => arrowOf(ref.columns, pages, timeZone),
  },
} as const satisfies Record<string, Format>;

export type StreamType = keyof typeof formats;

/**
 * A whole result as a stream in one of the formats, a part a page. It reads no faster than it is taken, and no more
 * once it is destroyed. Rows that vanish on the way end it with an error, which cuts the connection: a file that is not
 * whole must not look as if it were. So do rights that end meanwhile: a key that is revoked, data that is closed to it.
 * @throws ProblemError `not_found` where the rows are gone already
 */
export async function wholeResult(
  results: Pick<ResultStore, 'pages'>,
  result: WholeResult,
  rights: Parameters<typeof whileInForce>[1],
): Promise<Readable> {
  const pages = whileInForce(results.pages(result.runId, result.ref), rights);
  const first = await orGone(pages.next());
  return Readable.from(formats[result.type].parts(result, startingWith(first, pages)), { highWaterMark: 2 });
}

/** Rows that are gone are no longer there, not a failure of ours. */
export async function orGone<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof ResultUnavailableError ? new ProblemError('not_found') : error;
  }
}

/** Arrow's package is loaded with the first result that is asked for in it: measured, it takes 80 ms of a processor. */
async function* arrowOf(
  columns: ResultColumn[],
  pages: AsyncIterable<Row[]>,
  timeZone: string,
): AsyncGenerator<Buffer> {
  const stream = await import('./arrow-stream');
  yield* stream.arrowOf(columns, pages, timeZone);
}

async function* startingWith(first: IteratorResult<Row[]>, rest: AsyncGenerator<Row[]>): AsyncGenerator<Row[]> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
