import { openLocalEmbedder, type Embedder } from '@querent/retrieval';

/** The local embedder, or null where it was not built: things are then found by their words alone. */
export function openEmbedder(onError: (error: unknown) => void): Embedder | null {
  try {
    return openLocalEmbedder();
  } catch (error) {
    onError(error);
    return null;
  }
}
