import type Redis from 'ioredis';
import type { ResultRef, Row } from '@querent/contracts';
import type { RunStore } from './run-store';

/** Rows in a stored page. */
const PAGE_ROWS = 200;

/** The rows of results, kept beside their runs as a list of JSON pages (claim check). */
export class ResultStore {
  constructor(
    private readonly redis: Redis,
    private readonly store: RunStore,
  ) {}

  /** Writes all rows under a name of their own for this version; a repeated attempt starts over. Returns the blob's name. */
  async write(runId: string, version: number, rows: Row[]): Promise<string> {
    const blob = `rows.${version}`;
    const key = this.store.keys.blob(runId, blob);
    const pages: string[] = [];
    for (let i = 0; i < rows.length; i += PAGE_ROWS) pages.push(JSON.stringify(rows.slice(i, i + PAGE_ROWS)));
    const transaction = this.redis.multi().del(key);
    for (const page of pages) transaction.rpush(key, page);
    await transaction.pexpire(key, this.store.settings.retentionMs + this.store.settings.clarificationTtlMs).exec();
    return blob;
  }

  /** Rows `offset … offset+limit` of a result; fewer at its end. */
  async readPage(runId: string, ref: ResultRef, offset: number, limit: number): Promise<Row[]> {
    if (limit <= 0 || offset >= ref.rowCount) return [];
    const first = Math.floor(offset / PAGE_ROWS);
    const last = Math.floor((offset + limit - 1) / PAGE_ROWS);
    const pages = await this.redis.lrange(this.store.keys.blob(runId, ref.blob), first, last);
    const rows = pages.flatMap((page) => JSON.parse(page) as Row[]);
    return rows.slice(offset - first * PAGE_ROWS, offset - first * PAGE_ROWS + limit);
  }

  /** All rows, page by page. */
  async *pages(runId: string, ref: ResultRef): AsyncGenerator<Row[]> {
    for (let offset = 0; offset < ref.rowCount; offset += PAGE_ROWS) yield await this.readPage(runId, ref, offset, PAGE_ROWS);
  }
}
