import { setTimeout as pause } from 'node:timers/promises';

export interface HttpReply<T> {
  status: number;
  body: T;
  text: string;
  headers: Headers;
}

const AGAIN_MS = 300;
const ONE_TRY_MS = 20_000;

/**
 * One tenant's HTTP client, which retries until it gets a response other than 429 and 503.
 */
export class PatientHttp {
  constructor(
    private readonly url: string,
    readonly key: string,
  ) {}

  /** @throws when there is no response within `patienceMs` */
  async call<T>(
    path: string,
    {
      body,
      headers = {},
      patienceMs = 120_000,
    }: { body?: object; headers?: Record<string, string>; patienceMs?: number } = {},
  ): Promise<HttpReply<T>> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const reply = await this.once<T>(path, body, headers).catch(() => null);
      if (reply !== null && reply.status !== 503 && reply.status !== 429) return reply;
      if (performance.now() > deadline)
        throw new Error(
          `No response from ${path} within ${patienceMs} ms${reply === null ? '' : `, last status ${reply.status}`}`,
        );
      await pause(AGAIN_MS);
    }
  }

  /** Sends the request once, without retries. */
  async once<T>(path: string, body: object | undefined, headers: Record<string, string> = {}): Promise<HttpReply<T>> {
    const all = {
      authorization: `Bearer ${this.key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const answer = await fetch(`${this.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: all,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(ONE_TRY_MS),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    return { status: answer.status, body: (isJson ? JSON.parse(text) : null) as T, text, headers: answer.headers };
  }
}
