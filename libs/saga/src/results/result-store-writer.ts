import type { Row } from '@querent/contracts';
import { addPage, packed, PAGE_CHARS, PAGE_ROWS, type PageIndex } from './result-store-pages';

/** What a writer needs of Redis, in its own name: see write-result.lua and discard-result.lua. */
export interface ResultKey {
  /** False when the result is not this writer's any more. */
  write(when: { startOver: boolean; whole: boolean }, parts: (string | Buffer)[]): Promise<boolean>;
  discard(): Promise<void>;
}

/**
 * Another attempt writes the result, it has expired meanwhile, or its run has moved on: this writer's rows are wanted
 * no more.
 */
export class ResultTaken extends Error {
  constructor(blob: string) {
    super(`The result ${blob} is not this writer's any more`);
    this.name = 'ResultTaken';
  }
}

/**
 * Writes the rows of one result as they come. In memory are the page that is being filled and one that is on its way
 * (compressed beside this thread), whatever the result's size; whoever appends waits for Redis, and the database with
 * them.
 */
export class ResultWriter {
  private readonly index: PageIndex = [];
  private pages = 0;
  private started = false;
  private texts: string[] = [];
  private chars = 0;
  private rows = 0;
  /** The page on its way; rejected for good once one failed. */
  private sending: Promise<void> = Promise.resolve();

  constructor(
    private readonly key: ResultKey,
    private readonly blob: string,
  ) {}

  /**
   * Resolves when Redis has taken all but what fills less than two pages; the rows are not kept.
   * @throws ResultTaken, or what Redis said to this or an earlier page
   */
  async append(rows: readonly Row[]): Promise<void> {
    for (let at = 0; at < rows.length;) {
      const chunk = rows.slice(at, at + PAGE_ROWS - this.rows);
      at += chunk.length;
      await this.take(chunk);
    }
  }

  /** Writes what is left and the index, without which nobody reads. Returns the blob's name. @throws as `append` */
  async close(): Promise<string> {
    const parts = await this.nextPage();
    await this.sending;
    await this.write([...parts, 'index', JSON.stringify(this.index)], true);
    return this.blob;
  }

  /** Removes what was written; a result that was closed, and what another attempt writes, stay. */
  async discard(): Promise<void> {
    await this.sending.catch(() => undefined);
    if (this.started) await this.key.discard();
  }

  /** Rows whose length is not known yet are halved until a part fits a page. */
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

  /** Sends the filled page off as soon as the one before it has arrived. */
  private async ship(): Promise<void> {
    const page = this.nextPage();
    // Whoever awaits it next hears of a failure; until then it is not unhandled.
    page.catch(() => undefined);
    await this.sending;
    this.sending = page.then((parts) => this.write(parts, false));
    this.sending.catch(() => undefined);
  }

  /** The filled page as field and value; empty where there is none. */
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
    if (!(await this.key.write({ startOver, whole }, parts))) throw new ResultTaken(this.blob);
  }
}
