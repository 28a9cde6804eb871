import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const manifestSchema = z.object({ model: z.string(), dimension: z.number().int() });

export interface EmbedderFiles {
  folder: string;
  /** The thread's program. */
  thread: string;
  model: string;
  dimension: number;
}

/**
 * Build output for the local embedder, dist/embedder, found by walking up from this file: from a service's bundle, a
 * benchmark or a test.
 * @throws if nothing was built
 */
export function embedderFiles(from: string = __dirname): EmbedderFiles {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'dist/embedder');
    const manifest = join(folder, 'manifest.json');
    if (existsSync(manifest))
      return {
        folder,
        thread: join(folder, 'thread.cjs'),
        ...manifestSchema.parse(JSON.parse(readFileSync(manifest, 'utf8'))),
      };
    if (dirname(at) === at)
      throw new Error('The embedder has not been built: there is no dist/embedder. Run `npm run build`.');
  }
}
