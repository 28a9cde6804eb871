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
 * What the build made for the local embedder: in dist/embedder, found from the service's bundle, a bench or a test
 * alike by going up from where this code lies.
 * @throws where there is none: nothing was built
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
