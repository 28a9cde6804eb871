import { LinkedAbort, networkErrorCode, readWhole, ReplyTooLongError } from '@querent/platform';
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
  /** Required dimension of the vectors; 0 if unknown. */
  dimension: number;
  timeoutMs: number;
  signal: AbortSignal;
  fetch: typeof fetch;
}

/** 32 texts of 3,072 numbers take 2 MB. */
const MAX_REPLY_BYTES = 16 * 1024 * 1024;

/**
 * One request to `/embeddings`, without retries. Neither format nor dimension is requested: the servers' defaults are
 * the same, and some refuse the fields.
 * @throws EmbeddingsFailure, or the signal's reason
 */
export async function requestEmbeddings(
  { baseUrl, apiKey, model }: EmbeddingsEndpoint,
  { texts, dimension, timeoutMs, signal, fetch }: EmbeddingsRequest,
): Promise<Float32Array[]> {
  const limit = new LinkedAbort([signal], timeoutMs);
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
    return readEmbeddings(await readWhole(response, MAX_REPLY_BYTES), texts.length, dimension);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EmbeddingsFailure) throw error;
    if (error instanceof ReplyTooLongError)
      throw new EmbeddingsFailure(
        'malformed',
        `the reply of the embedding model's server is longer than ${MAX_REPLY_BYTES} bytes`,
      );
    if (limit.signal.aborted)
      throw new EmbeddingsFailure('trouble', `no reply of the embedding model within ${timeoutMs} ms`);
    throw new EmbeddingsFailure(
      'trouble',
      `the embedding model's server cannot be reached, or its reply broke off (${networkErrorCode(error)})`,
    );
  } finally {
    limit.release();
  }
}
