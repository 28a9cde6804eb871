import { randomUUID } from 'node:crypto';
import type { ResultRef, Row } from '@querent/contracts';
import type { RedisClient } from '@querent/platform';
import discardSource from '../lua/discard-result.lua';
import writeSource from '../lua/write-result.lua';
import {
  INDEX_PAGE,
  PAGE_ROWS,
  pageAt,
  rowsOf,
  unpacked,
  type PageIndex,
  type PageLocation,
} from './result-store-pages';
import { ResultWriter } from './result-store-writer';
import type { ResultReader } from '../history/run-history';
import type { RunStore } from '../runs/run-store';
import { auxiliaryTtlMs } from '../saga-settings';

export { ResultSupersededError, ResultWriter } from './result-store-writer';

/**
 * A result is incomplete: it has expired, was deleted, or is damaged. The rows read so far must not be taken for all
 * rows.
 */
export class ResultUnavailableError extends Error {
  constructor(runId: string, blob: string, why: string) {
    super(`The result ${blob} of run ${runId} is unavailable: ${why}`);
    this.name = 'ResultUnavailableError';
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
 * The rows of results, stored beside their runs (claim check). Each result is one hash in its run's slot, so that it
 * expires, is extended and is deleted as a unit. A field holds one page of compressed JSON; the field `index` maps rows
 * to pages. A result is written as a draft and renamed when it is complete. The draft belongs to the run's version, so
 * that the later of two attempts continues. The result's name belongs to the attempt, so that a job delivered twice
 * does not damage a result that is being read.
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
   * Opens a writer for a result whose name is unique to this attempt. A repeated attempt restarts the version's draft,
   * and the superseded writer fails. A writer also fails if its run has advanced or expired, because no run would refer
   * to its rows.
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
            auxiliaryTtlMs(this.store.settings),
            flag(startOver),
            flag(whole),
            ...parts,
          )) === 1,
        discard: async () => void (await this.redis.querentDiscardResult(draft, writer)),
      },
      blob,
    );
  }

  /** Writes rows that are all in memory. Returns the blob's name. */
  async write(runId: string, version: number, rows: Row[]): Promise<string> {
    const writer = this.open(runId, version);
    await writer.append(rows);
    return writer.close();
  }

  /**
   * Deletes a result that its run does not refer to, because the attempt that closed it was superseded. A result that
   * the run refers to is kept: the same attempt may be reported twice.
   */
  async drop(runId: string, blob: string): Promise<void> {
    const run = await this.store.get(runId);
    if (run?.data.result?.blob !== blob) await this.redis.unlink(this.store.keys.blob(runId, blob));
  }

  /**
   * Rows `offset … offset+limit` of a result; fewer at its end.
   * @param reader the run through which the result is read; absent: the history is not searched
   * @throws ResultUnavailableError, HistoryAwayError
   */
  async readPage(runId: string, ref: ResultRef, offset: number, limit: number, reader?: ResultReader): Promise<Row[]> {
    if (limit <= 0 || offset >= ref.rowCount) return [];
    const guess = Math.floor(offset / PAGE_ROWS);
    const stored = { runId, ref, reader };
    const { index, page } = await this.indexAnd(stored, guess);
    const end = Math.min(offset + limit, ref.rowCount);
    const rows: Row[] = [];
    for (let at = offset; at < end;) {
      const location = this.pageIn(index, at, stored);
      const found = await this.rowsOfPage(stored, location, location.page === guess ? page : null);
      for (const row of found.slice(at - location.start, end - location.start)) rows.push(row);
      at = location.start + location.rows;
    }
    return rows;
  }

  /**
   * All rows, page by page; the next page is fetched while the current one is used. @throws as `readPage`, also between
   * pages
   */
  async *pages(runId: string, ref: ResultRef, reader?: ResultReader): AsyncGenerator<Row[]> {
    if (ref.rowCount === 0) return;
    const stored = { runId, ref, reader };
    const { index, page } = await this.indexAnd(stored, 0);
    const read = (offset: number): Promise<Row[]> => {
      const location = this.pageIn(index, offset, stored);
      return this.rowsOfPage(stored, location, location.page === 0 ? page : null);
    };
    let coming = read(0);
    for (let offset = 0; offset < ref.rowCount;) {
      const rows = await coming;
      offset += rows.length;
      if (offset < ref.rowCount) {
        coming = read(offset);
        // Awaited in the next iteration; a reader that stops early never awaits it.
        coming.catch(() => undefined);
      }
      yield rows;
    }
  }

  /** The index and, in the same round trip, the page that is most likely needed. */
  private async indexAnd(stored: StoredResult, guess: number): Promise<{ index: PageIndex; page: Buffer | null }> {
    const { runId, ref } = stored;
    const [inRedis, page = null] = await this.redis
      .hmgetBuffer(this.store.keys.blob(runId, ref.blob), 'index', String(guess))
      .catch((error: unknown) => {
        // Earlier versions stored a list of pages.
        if (error instanceof Error && error.message.startsWith('WRONGTYPE'))
          throw unavailable(stored, 'it was stored by an earlier version');
        throw error;
      });
    const index = inRedis ?? (await this.moved(stored, INDEX_PAGE));
    if (!index) throw unavailable(stored, 'it has no index');
    const parsed = indexOf(index);
    if (rowsOf(parsed) !== ref.rowCount)
      throw unavailable(stored, `it has ${rowsOf(parsed)} rows, not ${ref.rowCount}`);
    return { index: parsed, page };
  }

  private pageIn(index: PageIndex, offset: number, stored: StoredResult): PageLocation {
    const location = pageAt(index, offset);
    if (location === null) throw unavailable(stored, `row ${offset} has no page`);
    return location;
  }

  private async rowsOfPage(
    stored: StoredResult,
    { page, rows: expected }: PageLocation,
    read: Buffer | null,
  ): Promise<Row[]> {
    const packed = read ?? (await this.storedPage(stored, page));
    if (packed === null) throw unavailable(stored, `page ${page} is missing`);
    const rows = await unpacked(packed).catch((error: unknown) => {
      throw unavailable(stored, `page ${page} is damaged (${error instanceof Error ? error.message : String(error)})`);
    });
    if (rows.length !== expected) throw unavailable(stored, `page ${page} has ${rows.length} rows, not ${expected}`);
    return rows;
  }

  /** In Redis or in the history, to which it may move between two pages. */
  private async storedPage(stored: StoredResult, page: number): Promise<Buffer | null> {
    const { runId, ref } = stored;
    const inRedis = await this.redis.hgetBuffer(this.store.keys.blob(runId, ref.blob), String(page));
    return inRedis ?? this.moved(stored, page);
  }

  private async moved({ runId: run, ref: { blob }, reader }: StoredResult, page: number): Promise<Buffer | null> {
    if (reader === undefined) return null;
    return (await this.store.history?.page(reader, { run, blob, page })) ?? null;
  }
}

/** A result that is being read. */
interface StoredResult {
  runId: string;
  ref: ResultRef;
  reader: ResultReader | undefined;
}

const unavailable = ({ runId, ref }: StoredResult, why: string): ResultUnavailableError =>
  new ResultUnavailableError(runId, ref.blob, why);

/** A damaged index counts as having no rows. */
function indexOf(json: Buffer): PageIndex {
  try {
    return JSON.parse(json.toString('utf8')) as PageIndex;
  } catch {
    return [];
  }
}
