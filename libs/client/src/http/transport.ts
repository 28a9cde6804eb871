import type { Locale } from '../api-names';
import { QuerentError, responseError, Unreachable } from './errors';
import { retryPause } from './retry-pause';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
/** Waits; rejects with the signal's reason when it aborts. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;
export type QueryValue = string | number | boolean | null | undefined;

export interface HttpRequest {
  method: string;
  /** Path below the base URL, with a leading slash. */
  path: string;
  /** Null and undefined values are left out. */
  query?: Readonly<Record<string, QueryValue>> | undefined;
  /** A string is sent as YAML, anything else as JSON. */
  body?: unknown;
  headers?: Readonly<Record<string, string>> | undefined;
  signal?: AbortSignal | undefined;
  /** The server treats a repetition like the first request. Default: true except for POST and PATCH. */
  isRepeatable?: boolean | undefined;
  /** Called before each repetition. */
  onRetry?: ((error: unknown) => void) | undefined;
}

/**
 * A key, or a function that provides one for each request: a token that is renewed before it expires. Null sends none:
 * a page of the gateway's origin has the cookie of a session.
 */
export type KeySource = string | null | (() => string | Promise<string>);

export interface TransportOptions {
  url: string;
  key: KeySource;
  fetch?: Fetch | undefined;
  locale?: Locale | undefined;
  retries?: number | undefined;
  pause?: Pause | undefined;
}

/** Sends requests with the key, and repeats them after temporary faults. */
export class Transport {
  /** Number of repetitions of a request. */
  readonly retries: number;
  readonly pause: Pause;
  private readonly base: URL;
  private readonly key: KeySource;
  private readonly headers: Record<string, string>;
  private readonly fetch: Fetch;

  constructor({ url, key, fetch: given, locale, retries = 4, pause = sleep }: TransportOptions) {
    this.base = new URL(url.endsWith('/') ? url : `${url}/`);
    this.key = key;
    this.headers = locale === undefined ? {} : { 'accept-language': locale };
    // A browser's fetch must be called as a function of the window.
    this.fetch = given ?? ((address, init) => fetch(address, init));
    this.retries = retries;
    this.pause = pause;
  }

  /**
   * @param read reads the body; if the connection breaks meanwhile, the request is repeated
   * @throws QuerentError for an error response, Unreachable without a complete response, the signal's reason
   */
  async send<T>(request: HttpRequest, read: (response: Response) => Promise<T>): Promise<T> {
    const isRepeatable = request.isRepeatable ?? !['POST', 'PATCH'].includes(request.method);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.once(request, read);
      } catch (error) {
        request.signal?.throwIfAborted();
        const pauseMs = attempt < this.retries ? retryPause(error, attempt, isRepeatable) : null;
        if (pauseMs === null) throw error;
        request.onRetry?.(error);
        await this.pause(pauseMs, request.signal);
      }
    }
  }

  private async once<T>(request: HttpRequest, read: (response: Response) => Promise<T>): Promise<T> {
    request.signal?.throwIfAborted();
    const key = typeof this.key === 'function' ? await this.key() : this.key;
    const { url, init } = this.prepared(request, key);
    const response = await this.fetch(url, init).catch((cause: unknown) => {
      throw new Unreachable('The server could not be reached.', { cause });
    });
    if (!response.ok && response.status !== 304) throw await responseError(response);
    return read(response).catch((cause: unknown) => {
      if (cause instanceof QuerentError || cause instanceof Unreachable) throw cause;
      throw new Unreachable('The response of the server is incomplete or not in the expected format.', { cause });
    });
  }

  private prepared(
    { method, path, query, body, headers, signal }: HttpRequest,
    key: string | null,
  ): { url: string; init: RequestInit } {
    const url = new URL(path.slice(1), this.base);
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    const isText = typeof body === 'string';
    const credentials: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
    const type: Record<string, string> =
      body === undefined ? {} : { 'content-type': isText ? 'application/yaml' : 'application/json' };
    return {
      url: url.href,
      init: {
        method,
        headers: new Headers({ ...credentials, ...this.headers, ...type, ...headers }),
        ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      },
    };
  }
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}
