import type { Embedder } from './embedder';
import type { EmbedderEnv } from './embedder-env';
import { EndpointEmbedder, type EndpointTiming } from './endpoint-embedder';
import { openLocalEmbedder } from './local-embedder';

export interface OpenEmbedderOptions {
  /** Told of what it must do without. */
  onError: (error: unknown) => void;
  fetch?: typeof fetch;
  timing?: Partial<EndpointTiming>;
}

/**
 * The embedder of a service: the endpoint's where one is given, else the one in the package. Null where none is wanted,
 * or where the one in the package was not built: things are then found by their words alone.
 */
export function openEmbedder(env: EmbedderEnv, { onError, fetch, timing }: OpenEmbedderOptions): Embedder | null {
  if (env.EMBEDDINGS_BASE_URL !== undefined) {
    const { EMBEDDINGS_BASE_URL: baseUrl, EMBEDDINGS_API_KEY: apiKey = null, EMBEDDINGS_MODEL: model } = env;
    // A model without a name of its own is told by its place: two such must not share vectors.
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

/** What a server with one model is asked for. */
const ANY_MODEL = 'default';
