import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { type Endpoint, ENDPOINTS, type StoredCollections } from './endpoints';
import { Refusal } from './refusal';

/** A received HTTP request. */
export interface RawRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface CheckedRequest {
  endpoint: Endpoint;
  /** e.g. `POST /collections/{collection_name}/points/query` */
  route: string;
  collection: string;
  parameters: Record<string, string>;
  body: unknown;
  answer(store: StoredCollections): unknown;
}

/** `service.max_request_size_mb` */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Finds the endpoint of a request and validates every part of the request with its schemas.
 * @param apiKey required API key, or undefined
 * @throws Refusal with Qdrant's status and message
 */
export function checkedRequest({ method, url, headers, body }: RawRequest, apiKey: string | undefined): CheckedRequest {
  const { pathname, searchParams } = new URL(url, 'http://stand-in');
  const { endpoint, names } = endpointOf(method, pathname);
  if (
    endpoint.bare !== true &&
    apiKey !== undefined &&
    headers['api-key'] !== apiKey &&
    headers.authorization !== `Bearer ${apiKey}`
  ) {
    throw new Refusal(
      401,
      headers['api-key'] === undefined && headers.authorization === undefined
        ? 'Must provide an API key or an Authorization bearer token'
        : 'Invalid API key or JWT',
    );
  }
  const parameters = parsed(endpoint.parameters, parametersOf(searchParams), 'query parameters') as Record<
    string,
    string
  >;
  const asked = endpoint.body === null ? withoutBody(body) : parsed(endpoint.body, json(headers, body), 'JSON body');
  const { collection_name: collection = '', field_name: field = '' } = names;
  return {
    endpoint,
    route: `${method} ${endpoint.path}`,
    collection,
    parameters,
    body: asked,
    answer: (store) =>
      endpoint.answer({ store, name: collection, field, body: asked, wait: parameters['wait'] === 'true' }),
  };
}

function endpointOf(method: string, pathname: string): { endpoint: Endpoint; names: Record<string, string> } {
  for (const endpoint of ENDPOINTS) {
    const pattern = new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const names =
      endpoint.method === method ? (pattern.exec(pathname)?.groups ?? (pattern.test(pathname) ? {} : null)) : null;
    if (names !== null)
      return {
        endpoint,
        names: Object.fromEntries(Object.entries(names).map(([name, text]) => [name, decodeURIComponent(text)])),
      };
  }
  throw new Refusal(404, `the stand-in does not serve ${method} ${pathname}`);
}

function parametersOf(search: URLSearchParams): Record<string, string> {
  const names = [...search.keys()];
  if (new Set(names).size < names.length) throw new Refusal(400, 'Format error in query parameters: duplicate field');
  return Object.fromEntries(search);
}

function json(headers: IncomingHttpHeaders, body: Buffer): unknown {
  if (!/^application\/json(?:;|$)/.test(headers['content-type'] ?? '')) throw new Refusal(400, 'Content type error');
  if (body.length > MAX_BYTES)
    throw new Refusal(413, `JSON payload (${body.length} bytes) is larger than allowed (limit: ${MAX_BYTES} bytes).`);
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new Refusal(400, 'Format error in JSON body: expected value');
  }
}

function withoutBody(body: Buffer): undefined {
  if (body.length > 0) throw new Refusal(400, 'the stand-in takes no body here');
}

/**
 * Returns the parsed value.
 * @throws Refusal with status 400 for a wrong shape (rejected by Qdrant's serde), 422 for a value out of bounds
 * (rejected by its validator)
 */
function parsed(schema: z.ZodType, value: unknown, where: string): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const isBound = issue?.code === 'too_small' || issue?.code === 'too_big' || issue?.code === 'invalid_format';
  const problem = `${issue?.path.join('.')}: ${issue?.message}${issue?.code === 'invalid_union' ? ` ${z.prettifyError(result.error)}` : ''}`;
  throw isBound
    ? new Refusal(422, `Validation error in ${where}: [${problem}]`)
    : new Refusal(400, `Format error in ${where}: ${problem}`);
}
