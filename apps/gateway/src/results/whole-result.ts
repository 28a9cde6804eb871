import { Readable } from 'node:stream';
import type { ResultColumn, ResultRef, Row } from '@querent/contracts';
import { ResultUnavailableError, type ResultReader, type ResultStore } from '@querent/saga';
import { whileInForce } from '../auth/key-in-force';
import { ProblemError } from '../problems/problem-error';
import { csvOf, ndjsonOf } from './delimited-rows';

export interface WholeResult {
  /** Run that stores the rows. */
  runId: string;
  /** Reference with the columns that the caller may see. */
  ref: ResultRef;
  /** The run through which the result is read. */
  reader: ResultReader;
  type: StreamType;
  timeZone: string;
  bom: boolean;
  raw: boolean;
}

type Parts = AsyncIterable<string | Buffer>;

interface Format {
  contentType: string;
  extension: string;
  /** @param whole reads all pages again */
  parts(result: WholeResult, pages: AsyncIterable<Row[]>, whole: () => AsyncIterable<Row[]>): Parts;
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
    parts: ({ ref, timeZone }, pages, whole) => arrowOf(ref.columns, pages, whole, timeZone),
  },
} as const satisfies Record<string, Format>;

export type StreamType = keyof typeof formats;

/**
 * A whole result as a stream in one of the formats, one part per page, with backpressure; it stops reading when it is
 * destroyed. Rows that expire meanwhile end it with an error, which cuts the connection, so an incomplete file cannot
 * pass for a complete one. The same happens if the key is revoked or the data is closed to it.
 * @throws ProblemError `not_found` if the rows have expired
 */
export async function wholeResult(
  results: Pick<ResultStore, 'pages'>,
  result: WholeResult,
  rights: Parameters<typeof whileInForce>[1],
): Promise<Readable> {
  const read = (): AsyncGenerator<Row[]> =>
    whileInForce(results.pages(result.runId, result.ref, result.reader), rights);
  const pages = read();
  const first = await orNotFound(pages.next());
  const isOnePage = first.done === true || first.value.length >= result.ref.rowCount;
  const whole = isOnePage ? nothing : read;
  return Readable.from(formats[result.type].parts(result, startingWith(first, pages), whole), { highWaterMark: 2 });
}

/** Converts expired rows to `not_found`: they are not an internal error. */
export async function orNotFound<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof ResultUnavailableError ? new ProblemError('not_found') : error;
  }
}

/** Loads Arrow's package with the first Arrow result: measured, loading takes 80 ms of CPU time. */
async function* arrowOf(
  columns: ResultColumn[],
  pages: AsyncIterable<Row[]>,
  whole: () => AsyncIterable<Row[]>,
  timeZone: string,
): AsyncGenerator<Buffer> {
  const stream = await import('./arrow-stream');
  yield* stream.arrowOf(columns, pages, whole, timeZone);
}

async function* nothing(): AsyncGenerator<Row[]> {}

async function* startingWith(first: IteratorResult<Row[]>, rest: AsyncGenerator<Row[]>): AsyncGenerator<Row[]> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
