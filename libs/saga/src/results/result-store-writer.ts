import type { Row } from '@querent/contracts';
import { addPage, packed, PAGE_CHARS, PAGE_ROWS, type PageIndex } from './result-store-pages';

/** Redis operations of one writer: see write-result.lua and discard-result.lua. */
export interface ResultKey {
  /** False if this writer no longer owns the result. */
  write(when: { startOver: boolean; whole: boolean }, parts: (string | Buffer)[]): Promise<boolean>;
  discard(): Promise<void>;
}

/**
 * Another attempt writes the result, the draft has expired, or the run has advanced: this writer's rows are no longer
 * needed.
 */
export class ResultSupersededError extends Error {
  constructor(blob: string) {
    super(`The result ${blob} is no longer owned by this writer`);
    this.name = 'ResultSupersededError';
  }
}

/**
 * Writes the rows of one result as they arrive. Memory holds the page being filled and one page in transit (compressed
 * in the thread pool), whatever the result's size. `append` waits for Redis, which slows down the database reader.
 */
export class ResultWriter {
  private readonly index: PageIndex = [];
  private pages = 0;
  private started = false;
  private texts: string[] = [];
  private chars = 0;
  private rows = 0;
  /** The page in transit; stays rejected once a page failed. */
  private sending: Promise<void> = Promise.resolve();

  constructor(
    private readonly key: ResultKey,
    private readonly blob: string,
  ) {}

  /**
   * Resolves when Redis has stored all but the last two pages. The rows are not retained.
   * @throws ResultSupersededError, or Redis's error for this or an earlier page
   */
  async append(rows: readonly Row[]): Promise<void> {
    for (let at = 0; at < rows.length;) {
      const chunk = rows.slice(at, at + PAGE_ROWS - this.rows);
      at += chunk.length;
      await this.take(chunk);
    }
  }

  /**
   * Writes the remaining rows and the index, which makes the result readable. Returns the blob's name. @throws as
   * `append`
   */
  async close(): Promise<string> {
    const parts = await this.nextPage();
    await this.sending;
    await this.write([...parts, 'index', JSON.stringify(this.index)], true);
    return this.blob;
  }

  /** Deletes the draft. A closed result and another attempt's draft are kept. */
  async discard(): Promise<void> {
    await this.sending.catch(() => undefined);
    if (this.started) await this.key.discard();
  }

  /** Halves a chunk until each part fits a page, because the length of its JSON is not known in advance. */
  private async take(chunk: readonly Row[]): Promise<void> {
    const json = JSON.stringify(chunk);
    if (json.length > PAGE_CHARS && chunk.length > 1) {
      const half = chunk.length >> 1;
      await this.take(chunk.slice(0, half));
      return this.take(chunk.slice(half));
    }
    if (this.rows > 0 && this.chars + json.length > PAGE_CHARS) await this.ship();
    this.texts.push(json.slice(1, -1));
    this.chars += json.length;
    this.rows += chunk.length;
    if (this.rows >= PAGE_ROWS || this.chars >= PAGE_CHARS) await this.ship();
  }

  /** Sends the filled page once the previous page was stored. */
  private async ship(): Promise<void> {
    const page = this.nextPage();
    // The next await reports a failure; this handler prevents an unhandled rejection until then.
    page.catch(() => undefined);
    await this.sending;
    this.sending = page.then((parts) => this.write(parts, false));
    this.sending.catch(() => undefined);
  }

  /** The filled page as field and value; empty if there are no rows. */
  private async nextPage(): Promise<(string | Buffer)[]> {
    if (this.rows === 0) return [];
    const json = `[${this.texts.join(',')}]`;
    const page = String(this.pages++);
    addPage(this.index, this.rows);
    [this.texts, this.chars, this.rows] = [[], 0, 0];
    return [page, await packed(json)];
  }

  private async write(parts: (string | Buffer)[], whole: boolean): Promise<void> {
    const startOver = !this.started;
    this.started = true;
    if (!(await this.key.write({ startOver, whole }, parts))) throw new ResultSupersededError(this.blob);
  }
}
