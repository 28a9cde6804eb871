import type { Routes } from '../api-names';
import type { HttpRequest, QueryValue, Transport } from './transport';

export type RouteName = keyof Routes;
export type Method = RouteName extends `${infer M} ${string}` ? M : never;
/** Paths of the routes with this method. */
export type PathOf<M extends Method> = RouteName extends infer R ? (R extends `${M} ${infer P}` ? P : never) : never;
export type Input<N> = N extends RouteName ? Routes[N]['input'] : never;
export type Output<N> = N extends RouteName ? Routes[N]['output'] : never;

/** Options of every request. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Whether the request may be sent again after its answer was lost. Default: true except for POST and PATCH without an
   * `Idempotency-Key`.
   */
  isRepeatable?: boolean | undefined;
}

/** A successful response. */
export interface Reply<T> {
  status: number;
  headers: Headers;
  body: T;
}

type Given<N> = Input<N> & CallOptions;
/** The last argument may be left out if the route needs no input. */
type Arguments<N> = object extends Input<N> ? [given?: Given<N>] : [given: Given<N>];

interface AnyInput extends CallOptions {
  path?: Record<string, string>;
  query?: Record<string, QueryValue>;
  body?: unknown;
}

/** The routes of the API, typed by the generated table. */
export class Api {
  constructor(readonly transport: Transport) {}

  /** Calls a route and reads its body: JSON as a value, other types as text, no content as undefined. */
  request<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    ...[given]: Arguments<`${M} ${P}`>
  ): Promise<Reply<Output<`${M} ${P}`>>> {
    return this.send(addressed(method, path, given), async (response) => ({
      status: response.status,
      headers: response.headers,
      body: (await bodyOf(response)) as Output<`${M} ${P}`>,
    }));
  }

  /** The body of a route's response. */
  async body<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    ...given: Arguments<`${M} ${P}`>
  ): Promise<Output<`${M} ${P}`>> {
    return (await this.request(method, path, ...given)).body;
  }

  /** Sends a request whose body `read` interprets. */
  send<T>(request: HttpRequest, read: (response: Response) => Promise<T>): Promise<T> {
    return this.transport.send(request, read);
  }
}

function addressed(method: string, template: string, given: AnyInput = {}): HttpRequest {
  const { path = {}, query, body, headers, signal, isRepeatable } = given;
  const hasKey = Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'idempotency-key');
  return {
    method,
    path: filled(template, path),
    query,
    body,
    headers: { accept: 'application/json', ...headers },
    signal,
    isRepeatable: isRepeatable ?? (hasKey || undefined),
  };
}

/** A path with its parameters. */
export const filled = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    // In a URL, `.` and `..` name other paths, also when they are encoded.
    if (value === undefined || /^\.{0,2}$/.test(value))
      throw new TypeError(`The path ${template} needs a value for ${name}.`);
    return encodeURIComponent(value);
  });

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  return /[/+]json\b/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text;
}

/** All elements of a list that comes in pages. */
export async function* elements<T>(
  page: (cursor: string | undefined) => Promise<{ elements: readonly T[]; nextCursor: string | null }>,
): AsyncGenerator<T, void, undefined> {
  for (let cursor: string | undefined; ;) {
    const { elements: found, nextCursor } = await page(cursor);
    yield* found;
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}
