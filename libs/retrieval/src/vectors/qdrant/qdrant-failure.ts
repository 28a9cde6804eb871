/** Why a request to Qdrant failed. */
export type QdrantTrouble =
  | 'timeout'
  | 'unreachable'
  | 'server_error'
  | 'rate_limited'
  | 'malformed'
  | 'unauthorized'
  | 'not_found'
  | 'conflict'
  | 'refused'
  | 'unusable'
  | 'left_alone';

/**
 * Messages for logs, the health page and VectorIndexUnavailable. They never contain the server's text, which could
 * quote our request.
 */
const MESSAGES: Record<QdrantTrouble, string> = {
  timeout: 'Qdrant did not answer in time',
  unreachable: 'Qdrant cannot be reached',
  server_error: 'Qdrant failed',
  rate_limited: 'Qdrant turns requests away: too many',
  malformed: 'the reply is not a complete Qdrant reply',
  unauthorized: 'Qdrant refuses the key: check QDRANT_API_KEY, it must allow writing and creating collections',
  not_found: 'Qdrant does not know the collection',
  conflict: 'Qdrant has the collection already',
  refused: 'Qdrant refused the request',
  unusable: 'the collection in Qdrant cannot be used',
  left_alone: 'the circuit breaker of Qdrant is open after several failures',
};

/** A failed request or call. */
export class QdrantFailure extends Error {
  override readonly name = 'QdrantFailure';

  /** @param detail our own additional text */
  constructor(
    readonly trouble: QdrantTrouble,
    detail?: string,
  ) {
    super(detail === undefined ? MESSAGES[trouble] : `${MESSAGES[trouble]}: ${detail}`);
  }
}

/** By status of the reply; others of 400 and above: `refused` or `server_error`. 507: no room on its disk. */
const BY_STATUS: Readonly<Record<number, QdrantTrouble>> = {
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'not_found',
  408: 'timeout',
  409: 'conflict',
  429: 'rate_limited',
};

/**
 * Converts a client error into our own. The client's message and cause are dropped, because they contain addresses and
 * our request.
 */
export function failureOf(error: unknown): QdrantFailure {
  if (error instanceof QdrantFailure) return error;
  const name = memberOf(error, 'name');
  // With a Retry-After header, of which the client keeps the first digit; `CustomError` if it is not a digit.
  if (name === 'QdrantClientResourceExhaustedError' || name === 'CustomError') return new QdrantFailure('rate_limited');
  if (name === 'QdrantClientUnexpectedResponseError') return new QdrantFailure('malformed');
  const status = statusOf(error);
  if (status !== undefined)
    return new QdrantFailure(
      BY_STATUS[status] ?? (status >= 500 ? 'server_error' : status >= 400 ? 'refused' : 'malformed'),
      `status ${status}`,
    );
  // Invalid JSON; all other errors of fetch are network errors.
  return new QdrantFailure(name === 'SyntaxError' ? 'malformed' : 'unreachable', codeOf(error));
}

/** The client's ApiError comes from another package, which the client does not export. */
function statusOf(error: unknown): number | undefined {
  const status = memberOf(error, 'status');
  return typeof status === 'number' ? status : undefined;
}

/** The socket's error code, such as ECONNREFUSED, which fetch hides in the cause. */
function codeOf(error: unknown): string | undefined {
  const code = memberOf(memberOf(error, 'cause'), 'code');
  return typeof code === 'string' && /^[A-Z_]{3,40}$/.test(code) ? code : undefined;
}

/**
 * Errors are recognised by name, not by class: fetch's may come from another realm, and the client's would have to be
 * loaded.
 */
const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? (value as Record<string, unknown>)[name] : undefined;
