/** Why a request to Qdrant brought nothing. */
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
 * What is said of it, in logs, on the health page and in VectorIndexUnavailable. None has a word of the server's: it
 * could quote what we sent.
 */
const SAYINGS: Record<QdrantTrouble, string> = {
  timeout: 'Qdrant did not answer in time',
  unreachable: 'Qdrant cannot be reached',
  server_error: 'Qdrant failed',
  rate_limited: 'Qdrant turns requests away: too many',
  malformed: 'what answers is not Qdrant, or not all of it',
  unauthorized: 'Qdrant refuses the key: check QDRANT_API_KEY, it must allow writing and creating collections',
  not_found: 'Qdrant does not know the collection',
  conflict: 'Qdrant has the collection already',
  refused: 'Qdrant refused the request',
  unusable: 'the collection in Qdrant cannot be used',
  left_alone: 'Qdrant did not answer several times, it is left alone for a while',
};

/** One request, or a whole call, that brought nothing. */
export class QdrantFailure extends Error {
  override readonly name = 'QdrantFailure';

  /** @param detail words of our own that say more */
  constructor(
    readonly trouble: QdrantTrouble,
    detail?: string,
  ) {
    super(detail === undefined ? SAYINGS[trouble] : `${SAYINGS[trouble]}: ${detail}`);
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
 * What the client threw, in our words. Its own texts and its cause stay behind: they hold addresses, and what we sent.
 */
export function failureOf(error: unknown): QdrantFailure {
  if (error instanceof QdrantFailure) return error;
  const name = memberOf(error, 'name');
  // With a Retry-After, of which the client keeps the first digit; `CustomError` where that digit is none.
  if (name === 'QdrantClientResourceExhaustedError' || name === 'CustomError') return new QdrantFailure('rate_limited');
  if (name === 'QdrantClientUnexpectedResponseError') return new QdrantFailure('malformed');
  const status = statusOf(error);
  if (status !== undefined)
    return new QdrantFailure(
      BY_STATUS[status] ?? (status >= 500 ? 'server_error' : status >= 400 ? 'refused' : 'malformed'),
      `status ${status}`,
    );
  // JSON that does not parse; everything else that fetch throws is of the network.
  return new QdrantFailure(name === 'SyntaxError' ? 'malformed' : 'unreachable', codeOf(error));
}

/** The client's ApiError, of a package of its own, which the client does not pass on. */
function statusOf(error: unknown): number | undefined {
  const status = memberOf(error, 'status');
  return typeof status === 'number' ? status : undefined;
}

/** Of a socket, such as ECONNREFUSED: fetch hides it in the cause. */
function codeOf(error: unknown): string | undefined {
  const code = memberOf(memberOf(error, 'cause'), 'code');
  return typeof code === 'string' && /^[A-Z_]{3,40}$/.test(code) ? code : undefined;
}

/**
 * Errors are known by name, not by class: fetch's may be of another realm than ours, and the client's would have to be
 * loaded.
 */
const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? (value as Record<string, unknown>)[name] : undefined;
