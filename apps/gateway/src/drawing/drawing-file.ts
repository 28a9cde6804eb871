import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The built program of a drawing thread, found by walking up from this file: from the gateway's bundle, a suite or a
 * test.
 * @throws if nothing was built
 */
export function drawingFile(from: string = __dirname): string {
  for (let at = from; ; at = dirname(at)) {
    const file = join(at, 'dist/apps/gateway/drawing-thread.cjs');
    if (existsSync(file)) return file;
    if (dirname(at) === at)
      throw new Error('The drawing thread has not been built: dist/apps/gateway has none. Run `npm run build`.');
  }
}
