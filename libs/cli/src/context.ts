import { Querent } from '@querent/client';
import { profileIn } from './profiles';
import { painter, type Streams } from './streams';
import { textTable } from './terminal/text-table.mjs';

/** Options of every command. */
export interface GlobalOptions {
  json?: boolean;
  profile: string;
  lang?: 'zh' | 'en';
}

/** What a command needs: the client, and ways to print. */
export class Context {
  readonly paint: ReturnType<typeof painter>;

  constructor(
    readonly streams: Streams,
    readonly options: GlobalOptions,
    /** Aborted by Ctrl-C. */
    readonly signal: AbortSignal,
  ) {
    this.paint = painter(streams, streams.stdout);
  }

  /** How this program is called; `npm run ask` sets QUERENT_PROGRAM. */
  get program(): string {
    return this.streams.env['QUERENT_PROGRAM'] ?? 'querent';
  }

  get isJson(): boolean {
    return this.options.json === true;
  }

  /** Whether a person can be asked. */
  get isInteractive(): boolean {
    const { stdin, stdout } = this.streams;
    return !this.isJson && stdin.isTTY === true && stdout.isTTY === true;
  }

  async client(): Promise<Querent> {
    return new Querent({ ...(await profileIn(this.streams.env, this.options.profile)), locale: this.options.lang });
  }

  line(text = ''): void {
    this.streams.stdout.write(`${text}\n`);
  }

  /** A message for the person at the terminal: not part of the output. */
  note(text: string): void {
    this.streams.stderr.write(`${text}\n`);
  }

  /** Prints one result: as JSON, or as the lines. */
  result(value: unknown, lines: () => readonly string[]): void {
    if (this.isJson) this.line(JSON.stringify(value, null, 2));
    else for (const line of lines()) this.line(line);
  }

  /** Prints a list: one line of JSON for each element, or a table. */
  async list<T>(elements: AsyncIterable<T> | Iterable<T>, columns: readonly ListColumn<T>[], most = Infinity) {
    const shown: T[] = [];
    let count = 0;
    for await (const element of elements) {
      if (this.isJson) this.line(JSON.stringify(element));
      else shown.push(element);
      count += 1;
      if (count >= most) break;
    }
    if (this.isJson) return;
    if (shown.length === 0) return this.note('There are none.');
    const heads = columns.map(({ label, type = 'string' }) => ({ label, type }));
    for (const line of textTable(
      heads,
      shown.map((element) => columns.map(({ of }) => of(element))),
    ))
      this.line(line);
  }
}

export interface ListColumn<T> {
  label: string;
  type?: 'number' | 'string';
  of(element: T): unknown;
}
