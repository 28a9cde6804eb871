import { CallFailure, failureOfStatus } from './call-failure';

/** Longer replies are no answers to us; a server must not be able to fill our memory. */
const MAX_REPLY_BYTES = 4 * 1024 * 1024;

/**
 * All that goes out beside the body. The client library adds its platform and whatever OPENAI_CUSTOM_HEADERS holds;
 * that stays here.
 */
const HEADERS_SENT = ['accept', 'authorization', 'content-type', 'x-querent-task', 'x-querent-run'];

/**
 * One HTTP exchange with a model's server, given to LangChain as its `fetch`. The body is read here, within the time of
 * the call (the library's own time-out ends at the headers), so that a failure is known for what it is: the library
 * turns each error of its fetch into the same connection error.
 */
export class Exchange {
  /** What went wrong on the wire. */
  failure: CallFailure | null = null;

  /**
   * @param settings.authorized whether the key that the library was given is one
   * @param settings.fields put into the request's body beside the library's; undefined takes one of those out
   */
  constructor(
    private readonly settings: { authorized: boolean; signal: AbortSignal; fields: Record<string, unknown> },
  ) {}

  readonly fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    try {
      return await this.exchange(url, init);
    } catch (error) {
      if (error instanceof CallFailure) this.failure = error;
      throw error;
    }
  };

  private async exchange(url: string | URL | Request, { method, body, headers }: RequestInit): Promise<Response> {
    const { signal, fields } = this.settings;
    const extended = JSON.stringify({ ...(JSON.parse(String(body)) as object), ...fields });
    const response = await fetch(url, {
      method,
      body: extended,
      headers: this.headersFrom(headers),
      signal,
      redirect: 'manual',
    }).catch((error: unknown) => {
      throw new CallFailure('unreachable', `the model's server cannot be reached (${codeOf(error)})`);
    });
    const { status } = response;
    const text = await readBody(response);
    if (!response.ok) throw failureOfStatus(status, response.headers, text, Date.now());
    const message = messageIn(text);
    if (message === null)
      throw new CallFailure('malformed', 'the reply of the model’s server is no chat completion', { status });
    // LangChain loses it: the reply would look merely empty, and be asked for again.
    if (typeof message.refusal === 'string' && message.refusal !== '')
      throw new CallFailure('refused', 'the model declined to answer', { status });
    return new Response(text, { status, headers: { 'content-type': 'application/json' } });
  }

  private headersFrom(all: RequestInit['headers']): Headers {
    const given = new Headers(all);
    // Without a key the library still wants one; a local server wants none.
    if (!this.settings.authorized) given.delete('authorization');
    return new Headers(
      HEADERS_SENT.flatMap((name): [string, string][] => {
        const value = given.get(name);
        return value === null ? [] : [[name, value]];
      }),
    );
  }
}

async function readBody({ body, status }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.length;
      // Leaving the loop cancels the stream, which closes the socket.
      if (size > MAX_REPLY_BYTES)
        throw new CallFailure('malformed', `the reply of the model's server is longer than ${MAX_REPLY_BYTES} bytes`, {
          status,
        });
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof CallFailure) throw error;
    throw new CallFailure('cut_off', `the reply of the model's server broke off (${codeOf(error)})`, { status });
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The first choice's message: as much of the shape as LangChain relies on. */
function messageIn(text: string): { refusal?: unknown } | null {
  try {
    const choice: unknown = (JSON.parse(text) as { choices?: unknown[] } | null)?.choices?.[0];
    const message: unknown = (choice as { message?: unknown } | null | undefined)?.message;
    return typeof message === 'object' ? message : null;
  } catch {
    return null;
  }
}

/**
 * The system's name for a network error, e.g. ECONNREFUSED; never a message, which may hold an address with a password.
 */
function codeOf(error: unknown): string {
  const { code, cause, name } = error as { code?: unknown; cause?: { code?: unknown }; name?: unknown };
  return String(cause?.code ?? code ?? name ?? 'no reason given');
}
