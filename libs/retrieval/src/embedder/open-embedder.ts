import type { Embedder } from './embedder';
import type { EmbedderEnv } from './embedder-env';
import { EndpointEmbedder, type EndpointTiming } from './endpoint-embedder';
import { openLocalEmbedder } from './local-embedder';

export interface OpenEmbedderOptions {
  /** Called when embeddings are unavailable. */
  onError: (error: unknown) => void;
  fetch?: typeof fetch;
  timing?: Partial<EndpointTiming>;
}

/**
 * The embedder of a service: the endpoint's if one is configured, else the one in the package. Null if none is wanted
 * or the package's was not built: search then uses words alone.
 */
export function openEmbedder(env: EmbedderEnv, { onError, fetch, timing }: OpenEmbedderOptions): Embedder | null {
  if (env.EMBEDDINGS_BASE_URL !== undefined) {
    const { EMBEDDINGS_BASE_URL: baseUrl, EMBEDDINGS_API_KEY: apiKey = null, EMBEDDINGS_MODEL: model } = env;
    // A model without a name is identified by its host: two such models must not share vectors.
    const name = model ?? `${ANY_MODEL}@${new URL(baseUrl).host}`;
    return new EndpointEmbedder({
      endpoint: { baseUrl, apiKey, model: model ?? ANY_MODEL },
      name,
      onError,
      fetch,
      timing,
    });
  }
  if (env.EMBEDDER === 'none') return null;
  try {
    return openLocalEmbedder();
  } catch (error) {
    onError(error);
    return null;
  }
}

/** Model name sent to a server with a single model. */
const ANY_MODEL = 'default';
