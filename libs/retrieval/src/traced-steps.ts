import { inSpan } from '@querent/platform';
import type { Embedder } from './embedder/embedder';
import type { VectorHit } from './vectors/vector-index';

/** Spans of embedding and vector search: number of texts and hits, no text. */
export const tracedEmbedding = (
  embedder: Pick<Embedder, 'embed'>,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<Float32Array[]> =>
  inSpan('embedding', { attributes: { 'querent.embedding.texts': texts.length } }, () => embedder.embed(texts, signal));

export const tracedSearch = (store: 'redis' | 'qdrant', search: () => Promise<VectorHit[]>): Promise<VectorHit[]> =>
  inSpan('vector search', { kind: 'client', attributes: { 'db.system.name': store } }, async (span) => {
    const hits = await search();
    span?.set({ 'db.response.returned_rows': hits.length });
    return hits;
  });
