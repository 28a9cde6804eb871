import type { Cell, Run } from '../api-names';
import { filled, type Api } from '../http/api';
import { QuerentError } from '../http/errors';
import { isLostAnswer } from '../http/retry-pause';
import { awaitResult } from './await-result';
import { followRun, type RunEvent } from './run-events';
import type {
  Answers,
  Asked,
  BytesOptions,
  CsvOptions,
  EventOptions,
  RatingBody,
  ResultOptions,
  RowObject,
  RowOptions,
  RunHandle,
} from './run-handle';

/** A run of the server. */
export class RemoteRun implements RunHandle {
  private known: Run | null;
  private tag: string | null = null;
  readonly isReplayed: boolean;
  private readonly readingHeaders: Readonly<Record<string, string>>;

  /**
   * @param first the state of the run when it was accepted; null: an earlier run
   * @param share token with which the run of another key is read
   */
  constructor(
    private readonly api: Api,
    readonly id: string,
    first: Run | null,
    { isReplayed = false, share }: { isReplayed?: boolean; share?: string | undefined } = {},
  ) {
    this.known = first;
    this.isReplayed = isReplayed;
    this.readingHeaders = share === undefined ? {} : { 'querent-share': share };
  }

  async run({ signal }: Asked = {}): Promise<Run> {
    const condition: Record<string, string> = this.tag === null ? {} : { 'if-none-match': this.tag };
    const headers = { accept: 'application/json', ...this.readingHeaders, ...condition };
    const request = { method: 'GET', path: this.path(), headers, signal };
    return this.api.send(request, async (response) => {
      if (response.status === 304 && this.known !== null) return this.known;
      const run = (await response.json()) as Run;
      this.tag = response.headers.get('etag');
      return (this.known = run);
    });
  }

  events({ after, reconnects, signal }: EventOptions = {}): AsyncGenerator<RunEvent, void, undefined> {
    return followRun(this.api.transport, { id: this.id, headers: this.readingHeaders, after, reconnects, signal });
  }

  result(options: ResultOptions = {}): Promise<Run> {
    return awaitResult(this, { ...options, known: this.known, pause: this.api.transport.pause });
  }

  async reply(answer: Answers, { signal }: Asked = {}): Promise<Run> {
    const clarificationId = answer.clarificationId ?? (await this.openClarification(signal));
    const { optionId, text } = answer;
    const body = optionId === undefined ? { clarificationId, text } : { clarificationId, optionId };
    let mayBeRecorded = false;
    const request = {
      method: 'POST',
      path: this.path('/clarification'),
      headers: { accept: 'application/json' },
      body,
      signal,
      isRepeatable: true,
      onRetry: (error: unknown) => (mayBeRecorded ||= isLostAnswer(error)),
    };
    try {
      return await this.api.send(request, (response) => response.json() as Promise<Run>);
    } catch (error) {
      if (!mayBeRecorded || !(error instanceof QuerentError) || error.code !== 'clarification_not_awaited') throw error;
      const run = await this.run({ signal });
      if (!isRecorded(run, body)) throw error;
      return run;
    }
  }

  cancel({ signal }: Asked = {}): Promise<Run> {
    return this.api.body('POST', '/v1/queries/{id}/cancel', { path: { id: this.id }, isRepeatable: true, signal });
  }

  rows(options?: RowOptions & { as?: 'objects' }): AsyncGenerator<RowObject, void, undefined>;
  rows(options: RowOptions & { as: 'arrays' }): AsyncGenerator<Cell[], void, undefined>;
  async *rows({
    as = 'objects',
    pageSize = 1_000,
    signal,
  }: RowOptions & { as?: 'objects' | 'arrays' } = {}): AsyncGenerator<RowObject | Cell[], void, undefined> {
    for (let cursor: string | null = null; ;) {
      const query: { limit: number; cursor?: string } = { limit: pageSize, ...(cursor === null ? {} : { cursor }) };
      const given = { path: { id: this.id }, query, headers: this.readingHeaders, signal };
      const page = await this.api.body('GET', '/v1/queries/{id}/result', given);
      const keys = page.columns.map(({ key }) => key);
      for (const row of page.rows)
        yield as === 'arrays' ? row : Object.fromEntries(keys.map((key, at) => [key, row[at] ?? null]));
      if (page.nextCursor === null) return;
      cursor = page.nextCursor;
    }
  }

  csv(options?: CsvOptions & { stream?: false }): Promise<string>;
  csv(options: CsvOptions & { stream: true }): Promise<ReadableStream<Uint8Array>>;
  csv({ bom, raw, stream, signal }: CsvOptions = {}): Promise<string | ReadableStream<Uint8Array>> {
    const query = { bom: bom === true ? '1' : null, raw: raw === true ? '1' : null };
    const request = this.download('text/csv', query, signal);
    // `text()` would remove the byte order mark.
    const text = async (response: Response): Promise<string> =>
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
    return stream === true ? this.api.send(request, streamOf) : this.api.send(request, text);
  }

  arrow(options?: BytesOptions & { stream?: false }): Promise<Uint8Array>;
  arrow(options: BytesOptions & { stream: true }): Promise<ReadableStream<Uint8Array>>;
  arrow({ stream, signal }: BytesOptions = {}): Promise<Uint8Array | ReadableStream<Uint8Array>> {
    const request = this.download('application/vnd.apache.arrow.stream', {}, signal);
    const bytes = async (response: Response): Promise<Uint8Array> => new Uint8Array(await response.arrayBuffer());
    return stream === true ? this.api.send(request, streamOf) : this.api.send(request, bytes);
  }

  chart({ signal }: Asked = {}): Promise<string> {
    const headers = { accept: 'image/svg+xml', ...this.readingHeaders };
    const request = { method: 'GET', path: this.path('/chart.svg'), headers, signal };
    return this.api.send(request, (response) => response.text());
  }

  feedback(body: RatingBody, { signal }: Asked = {}): ReturnType<RunHandle['feedback']> {
    const given = { path: { id: this.id }, body, isRepeatable: true, signal };
    return this.api.body('POST', '/v1/queries/{id}/feedback', given);
  }

  async share({ signal }: Asked = {}): Promise<string> {
    const given = { path: { id: this.id }, isRepeatable: true, signal };
    return (await this.api.body('POST', '/v1/queries/{id}/share', given)).token;
  }

  private path(rest = ''): string {
    return filled(`/v1/queries/{id}${rest}`, { id: this.id });
  }

  private download(
    accept: string,
    query: Record<string, string | null>,
    signal: AbortSignal | undefined,
  ): Parameters<Api['send']>[0] {
    return { method: 'GET', path: this.path('/result'), query, headers: { accept, ...this.readingHeaders }, signal };
  }

  /** Without an open clarification it names an answered one, or none that exists, and the server refuses the reply. */
  private async openClarification(signal: AbortSignal | undefined): Promise<string> {
    const { clarification, clarifications } = await this.run({ signal });
    return clarification?.id ?? clarifications.at(-1)?.id ?? 'none';
  }
}

function streamOf({ body }: Response): Promise<ReadableStream<Uint8Array>> {
  if (body === null) throw new TypeError('This environment cannot stream responses.');
  return Promise.resolve(body);
}

/** Whether the run has recorded this very reply. The server removes white space around a text. */
function isRecorded(
  run: Run,
  reply: { clarificationId: string; optionId?: string; text?: string | undefined },
): boolean {
  const answer = run.clarifications.find(({ id }) => id === reply.clarificationId)?.answer;
  return answer !== undefined && answer.optionId === reply.optionId && answer.text === reply.text?.trim();
}
