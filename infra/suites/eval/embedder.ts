import { openLocalEmbedder, type Embedder } from '@querent/retrieval';
import type { Findings } from './report/findings';

/** The local embedder, or null and a remark if it was not built. */
export function embedderOrNull({ remarks }: Findings): Embedder | null {
  try {
    return openLocalEmbedder();
  } catch (error) {
    remarks.push(`Without an embedder: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}
