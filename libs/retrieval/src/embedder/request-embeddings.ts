import { EmbeddingsFailure, failureOfStatus } from './embeddings-failure';
import { readEmbeddings } from './read-embeddings';

export interface EmbeddingsEndpoint {
  /** Without `/embeddings`. */
  baseUrl: string;
  apiKey: string | null;
  model: string;
}

export interface EmbeddingsRequest {
  texts: readonly string[];
  /** That the vectors must have; 0 where it is not known yet. */
  dimension: number;
  timeoutMs: number;
  signal: AbortSignal;
  fetch: typeof fetch;
}

/** 32 texts of 3,072 numbers take 2 MB. A server must not be able to fill our memory. */
const MAX_REPLY_BYTES = 16 * 1024 * 1024;

/**
 * One request to `/embeddings`, without any retry. Neither a format nor a number of dimensions is asked for: what
 * servers give without is the same, and some refuse the question.
 * @throws EmbeddingsFailure, or the signal's reason
 */
export async function requestEmbeddings(
  { baseUrl, apiKey, model }: EmbeddingsEndpoint,
  { texts, dimension, timeoutMs, signal, fetch }: EmbeddingsRequest,
): Promise<Float32Array[]> {
  // Not AbortSignal.any: on Node 20 what follows a signal that lives as long as the process stays in its list
  // (nodejs/node#54614).
  const limit = new AbortController();
  const follow = (): void => limit.abort(signal.reason);
  signal.addEventListener('abort', follow, { once: true });
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  try {
    signal.throwIfAborted();
    const response = await fetch(`${baseUrl}/embeddings`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model, input: texts }),
      signal: limit.signal,
      redirect: 'manual',
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw failureOfStatus(response.status, response.headers, Date.now());
    }
    return readEmbeddings(await readBody(response), texts.length, dimension);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EmbeddingsFailure) throw error;
    if (limit.signal.aborted)
      throw new EmbeddingsFailure('trouble', `no reply of the embedding model within ${timeoutMs} ms`);
    throw new EmbeddingsFailure(
      'trouble',
      `the embedding model's server cannot be reached, or its reply broke off (${codeOf(error)})`,
    );
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', follow);
  }
}

async function readBody({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    // Leaving the loop cancels the stream, which closes the socket.
    if (size > MAX_REPLY_BYTES)
      throw new EmbeddingsFailure(
        'malformed',
        `the reply of the embedding model's server is longer than ${MAX_REPLY_BYTES} bytes`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * The system's name for a network error, e.g. ECONNREFUSED; never a message, which may hold an address with a password.
 */
function codeOf(error: unknown): string {
  const { code, cause, name } = error as { code?: unknown; cause?: { code?: unknown }; name?: unknown };
  return String(cause?.code ?? code ?? name ?? 'no reason given');
}
