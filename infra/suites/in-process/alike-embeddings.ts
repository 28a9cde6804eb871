import { startEmbeddingsServer, type EmbeddingsServer } from '@querent/testing';

/** A server that finds all texts alike: nothing but the signature keeps two questions of the semantic cache apart. */
export async function startAlikeEmbeddings(): Promise<EmbeddingsServer> {
  const server = await startEmbeddingsServer({ dimension: 2 });
  server.always = () => ({
    change: ({ data, ...reply }) => ({ ...reply, data: data.map((one) => ({ ...one, embedding: [1, 0] })) }),
  });
  return server;
}
