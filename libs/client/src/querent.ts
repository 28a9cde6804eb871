import { administration } from './admin/administration';
import { configuration } from './admin/configuration';
import { sessions } from './admin/sessions';
import type { Question, RunSummary, Routes } from './api-names';
import { Api, elements, type CallOptions } from './http/api';
import { Transport, type TransportOptions } from './http/transport';
import { RemoteRun } from './runs/remote-run';
import type { RunHandle } from './runs/run-handle';

export interface QuerentOptions extends TransportOptions {
  /** Base URL of the gateway; it may have a path. */
  url: string;
  /**
   * API key, or token of the gateway's issuer. A function provides it for each request, and may wait for a new one.
   * Null: the session cookie of a page, whose origin must be the gateway's.
   */
  key: TransportOptions['key'];
  /** Default: the global `fetch`. */
  fetch?: TransportOptions['fetch'];
  /** Language of errors, labels and answers. Default: the language of each question. */
  locale?: TransportOptions['locale'];
  /** Repetitions of a request after a temporary fault. Default: 4. */
  retries?: number | undefined;
  /** Replaces the timer between repetitions, for tests. */
  pause?: TransportOptions['pause'];
}

export interface AskOptions {
  /** Stops the submission; a run that was accepted goes on. */
  signal?: AbortSignal | undefined;
  /** Printable ASCII, at most 255 characters: the same key and question give the same run. Default: a new one. */
  idempotencyKey?: string | undefined;
}

type Preview = Routes['POST /v1/preview'];
type ListQuery = NonNullable<Routes['GET /v1/queries']['input']['query']>;

type Administration = ReturnType<typeof configuration> &
  ReturnType<typeof administration> &
  ReturnType<typeof sessions>;

/** A client of one gateway with one key. It keeps no connection open and needs no closing. */
export class Querent {
  readonly session: Administration['session'];
  readonly connections: Administration['connections'];
  readonly models: Administration['models'];
  readonly agents: Administration['agents'];
  readonly keys: Administration['keys'];
  readonly revisions: Administration['revisions'];
  readonly exported: Administration['exported'];
  readonly samples: Administration['samples'];
  readonly feedback: Administration['feedback'];
  readonly dismissals: Administration['dismissals'];
  readonly conversations: Administration['conversations'];
  readonly pins: Administration['pins'];
  readonly deadLetters: Administration['deadLetters'];
  readonly diagnosis: Administration['diagnosis'];
  readonly problems: Administration['problems'];
  readonly preferences: Administration['preferences'];
  readonly cache: Administration['cache'];
  readonly audit: Administration['audit'];
  readonly tenants: Administration['tenants'];
  readonly usage: Administration['usage'];
  readonly webhookSecret: Administration['webhookSecret'];
  /** Calls any route: `request('GET', '/v1/agents/{name}', { path: { name } })`. */
  readonly request: Api['request'];
  private readonly api: Api;
  private readonly locale: Question['locale'];

  constructor(options: QuerentOptions) {
    this.api = new Api(new Transport(options));
    this.locale = options.locale;
    this.request = (method, path, ...given) => this.api.request(method, path, ...given);
    ({
      session: this.session,
      connections: this.connections,
      models: this.models,
      agents: this.agents,
      keys: this.keys,
      revisions: this.revisions,
      exported: this.exported,
      samples: this.samples,
      feedback: this.feedback,
      dismissals: this.dismissals,
      conversations: this.conversations,
      pins: this.pins,
      deadLetters: this.deadLetters,
      diagnosis: this.diagnosis,
      problems: this.problems,
      preferences: this.preferences,
      cache: this.cache,
      audit: this.audit,
      tenants: this.tenants,
      usage: this.usage,
      webhookSecret: this.webhookSecret,
    } = { ...configuration(this.api), ...administration(this.api), ...sessions(this.api) });
  }

  /**
   * Submits a question. Resolves as soon as the server has accepted it, long before the answer.
   * @throws QuerentError, Unreachable: nothing was accepted, or the server was not reached
   */
  ask(question: Question, options?: AskOptions): Promise<RunHandle>;
  ask(question: string, options: Omit<Question, 'question'> & AskOptions): Promise<RunHandle>;
  async ask(
    question: string | Question,
    { signal, idempotencyKey = newKey(), ...more }: AskOptions & Partial<Question> = {},
  ): Promise<RunHandle> {
    const asked = { ...more, ...(typeof question === 'string' ? { question } : question) } as Question;
    const body = this.locale === undefined ? asked : { locale: this.locale, ...asked };
    const headers = { 'idempotency-key': idempotencyKey };
    const accepted = await this.api.request('POST', '/v1/queries', { body, headers, signal });
    const isReplayed = accepted.headers.get('idempotent-replayed') === 'true';
    return new RemoteRun(this.api, accepted.body.id, accepted.body, { isReplayed });
  }

  /** How the question would be read now, for a text field; stores no run. */
  preview(body: Preview['input']['body'], options?: CallOptions): Promise<Preview['output']> {
    return this.api.body('POST', '/v1/preview', { body, isRepeatable: true, ...options });
  }

  /** The handle of an earlier run. @param options `share`: the token with which the run of another key is read */
  handle(id: string, { share }: { share?: string | undefined } = {}): RunHandle {
    return new RemoteRun(this.api, id, null, { share });
  }

  readonly runs = {
    /** Own runs, newest first; with the scope `admin`, those of the tenant. */
    list: (query: ListQuery = {}, options?: CallOptions): AsyncGenerator<RunSummary, void, undefined> =>
      elements(async (cursor) => {
        const given = { query: { ...query, ...(cursor === undefined ? {} : { cursor }) }, ...options };
        const { runs, nextCursor } = await this.api.body('GET', '/v1/queries', given);
        return { elements: runs, nextCursor };
      }),
  };
}

/** 32 random hex digits. `crypto.randomUUID` is missing in pages without HTTPS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
