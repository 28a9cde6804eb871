import { startQdrantStandIn } from '@querent/testing';
import { vectorIndexContract } from '../contract/vector-index-contract';
import { PATIENT } from './fixture/open-index';
import { qdrantVectorIndex } from './qdrant-vector-index';

vectorIndexContract('qdrant (the stand-in)', async () => {
  const standIn = await startQdrantStandIn();
  const warnings: string[] = [];
  return {
    open: (purpose, embedder) => qdrantVectorIndex({ url: standIn.url, purpose, embedder, prefix: 'querent', timing: PATIENT, warn: (_, message) => void warnings.push(message) }),
    stop: async () => {
      await standIn.stop();
      expect({ warnings, refused: standIn.refused }).toEqual({ warnings: [], refused: [] });
    },
  };
});
