import { startEmbeddingsServer, type EmbeddingsServer } from '@querent/testing';

/**
 * Starts an embeddings server that returns the same vector for every text. Only the signature of their meaning can then
 * keep two questions of the semantic cache apart.
 */
export async function startEqualEmbeddings(): Promise<EmbeddingsServer> {
  const server = await startEmbeddingsServer({ dimension: 2 });
  server.always = () => ({
    change: ({ data, ...reply }) => ({ ...reply, data: data.map((one) => ({ ...one, embedding: [1, 0] })) }),
  });
  return server;
}
