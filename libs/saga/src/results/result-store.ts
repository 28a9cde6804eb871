import { randomUUID } from 'node:crypto';
import type { ResultRef, Row } from '@querent/contracts';
import type { RedisClient } from '@querent/platform';
import discardSource from '../lua/discard-result.lua';
import writeSource from '../lua/write-result.lua';
import { PAGE_ROWS, placeOf, rowsOf, unpacked, type PageIndex, type PagePlace } from './result-store-pages';
import { ResultWriter } from './result-store-writer';
import type { RunStore } from '../runs/run-store';
import { besideMs } from '../saga-settings';

export { ResultTaken, ResultWriter } from './result-store-writer';

/**
 * A result is not whole any more: it has expired, was removed, or is damaged. What was read of it before must not pass
 * for all of it.
 */
export class ResultGone extends Error {
  constructor(runId: string, blob: string, why: string) {
    super(`The result ${blob} of run ${runId} is gone: ${why}`);
    this.name = 'ResultGone';
  }
}

interface Scripts {
  querentWriteResult(
    draft: string,
    result: string,
    run: string,
    version: number,
    writer: string,
    lifetimeMs: number,
    startOver: '0' | '1',
    whole: '0' | '1',
    ...parts: (string | Buffer)[]
  ): Promise<number>;
  querentDiscardResult(draft: string, writer: string): Promise<number>;
}

/**
 * The rows of results, kept beside their runs (claim check): one hash a result, so that it expires, is prolonged and
 * removed as one and lies in its run's slot; a field a page of compressed JSON, and `index`, which tells where each row
 * is. It is written as a draft and put in its place when it is whole. The draft is the version's, so that of two
 * attempts the later one goes on; the place is the attempt's own: whichever a run refers to, a job delivered twice
 * harms no result that is being read.
 */
export class ResultStore {
  private readonly redis: RedisClient & Scripts;

  constructor(
    redis: RedisClient,
    private readonly store: RunStore,
  ) {
    this.redis = redis as RedisClient & Scripts;
    if (typeof this.redis.querentWriteResult !== 'function') {
      redis.defineCommand('querentWriteResult', { numberOfKeys: 3, lua: writeSource });
      redis.defineCommand('querentDiscardResult', { numberOfKeys: 1, lua: discardSource });
    }
  }

  /**
   * Writes a result as it comes, under a name of this attempt alone; a repeated attempt starts the version's draft
   * over, and one it overtook fails, as does one whose run has moved on, or is gone: nobody would refer to what it
   * wrote.
   */
  open(runId: string, version: number): ResultWriter {
    const writer = randomUUID();
    const blob = `rows.${version}.${writer.slice(0, 8)}`;
    const [draft, result] = [this.store.keys.blob(runId, `rows.${version}.draft`), this.store.keys.blob(runId, blob)];
    const run = this.store.keys.run(runId);
    const flag = (set: boolean): '0' | '1' => (set ? '1' : '0');
    return new ResultWriter(
      {
        write: async ({ startOver, whole }, parts) =>
          (await this.redis.querentWriteResult(
            draft,
            result,
            run,
            version,
            writer,
            besideMs(this.store.settings),
            flag(startOver),
            flag(whole),
            ...parts,
          )) === 1,
        discard: async () => void (await this.redis.querentDiscardResult(draft, writer)),
      },
      blob,
    );
  }

  /** Writes rows that are all at hand. Returns the blob's name. */
  async write(runId: string, version: number, rows: Row[]): Promise<string> {
    const writer = this.open(runId, version);
    await writer.append(rows);
    return writer.close();
  }

  /**
   * Removes a result that its run does not refer to: the attempt that closed it was overtaken. One that this very
   * attempt's change was told twice of stays.
   */
  async drop(runId: string, blob: string): Promise<void> {
    const run = await this.store.get(runId);
    if (run?.data.result?.blob !== blob) await this.redis.unlink(this.store.keys.blob(runId, blob));
  }

  /** Rows `offset … offset+limit` of a result; fewer at its end. @throws ResultGone */
  async readPage(runId: string, ref: ResultRef, offset: number, limit: number): Promise<Row[]> {
    if (limit <= 0 || offset >= ref.rowCount) return [];
    const guess = Math.floor(offset / PAGE_ROWS);
    const { index, page } = await this.indexAnd(runId, ref, guess);
    const end = Math.min(offset + limit, ref.rowCount);
    const rows: Row[] = [];
    for (let at = offset; at < end;) {
      const place = this.placeIn(index, at, runId, ref);
      const found = await this.rowsOfPage(runId, ref, place, place.page === guess ? page : null);
      for (const row of found.slice(at - place.start, end - place.start)) rows.push(row);
      at = place.start + place.rows;
    }
    return rows;
  }

  /**
   * All rows, page by page; the next page is on its way while one is being used. @throws ResultGone, also in between
   */
  async *pages(runId: string, ref: ResultRef): AsyncGenerator<Row[]> {
    if (ref.rowCount === 0) return;
    const { index, page } = await this.indexAnd(runId, ref, 0);
    const read = (offset: number): Promise<Row[]> => {
      const place = this.placeIn(index, offset, runId, ref);
      return this.rowsOfPage(runId, ref, place, place.page === 0 ? page : null);
    };
    let coming = read(0);
    for (let offset = 0; offset < ref.rowCount;) {
      const rows = await coming;
      offset += rows.length;
      if (offset < ref.rowCount) {
        coming = read(offset);
        // Awaited when it is its turn; a reader who stops before never asks.
        coming.catch(() => undefined);
      }
      yield rows;
    }
  }

  /** The index, and in the same round trip the page that most likely is wanted. */
  private async indexAnd(
    runId: string,
    ref: ResultRef,
    guess: number,
  ): Promise<{ index: PageIndex; page: Buffer | null }> {
    const [index, page] = await this.redis
      .hmgetBuffer(this.store.keys.blob(runId, ref.blob), 'index', String(guess))
      .catch((error: unknown) => {
        // Versions before kept a list of pages.
        if (error instanceof Error && error.message.startsWith('WRONGTYPE'))
          throw new ResultGone(runId, ref.blob, 'it was stored by a version before');
        throw error;
      });
    if (!index) throw new ResultGone(runId, ref.blob, 'it has no index');
    const parsed = indexOf(index);
    if (rowsOf(parsed) !== ref.rowCount)
      throw new ResultGone(runId, ref.blob, `it has ${rowsOf(parsed)} rows, not ${ref.rowCount}`);
    return { index: parsed, page: page ?? null };
  }

  private placeIn(index: PageIndex, offset: number, runId: string, ref: ResultRef): PagePlace {
    const place = placeOf(index, offset);
    if (place === null) throw new ResultGone(runId, ref.blob, `row ${offset} has no page`);
    return place;
  }

  private async rowsOfPage(
    runId: string,
    ref: ResultRef,
    { page, rows: expected }: PagePlace,
    read: Buffer | null,
  ): Promise<Row[]> {
    const packed = read ?? (await this.redis.hgetBuffer(this.store.keys.blob(runId, ref.blob), String(page)));
    if (packed === null) throw new ResultGone(runId, ref.blob, `page ${page} is missing`);
    const rows = await unpacked(packed).catch((error: unknown) => {
      throw new ResultGone(
        runId,
        ref.blob,
        `page ${page} is damaged (${error instanceof Error ? error.message : String(error)})`,
      );
    });
    if (rows.length !== expected)
      throw new ResultGone(runId, ref.blob, `page ${page} has ${rows.length} rows, not ${expected}`);
    return rows;
  }
}

/** A damaged index has no rows. */
function indexOf(json: Buffer): PageIndex {
  try {
    return JSON.parse(json.toString('utf8')) as PageIndex;
  } catch {
    return [];
  }
}
