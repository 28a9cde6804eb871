import { openLocalEmbedder, type Embedder } from '@querent/retrieval';
import type { Findings } from './report/findings';

/** The local embedder; where it was not built, null and a remark. */
export function embedderOrNull({ remarks }: Findings): Embedder | null {
  try {
    return openLocalEmbedder();
  } catch (error) {
    remarks.push(`Without an embedder: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}
