import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Programs of the gateway's threads, each bundled beside the gateway's program. */
export type ThreadName = 'drawing-thread' | 'moving-thread';

/**
 * The built program of a thread, found by walking up from this file: from the gateway's bundle, a suite or a test.
 * @throws if nothing was built
 */
export function threadFile(name: ThreadName, from: string = __dirname): string {
  for (let at = from; ; at = dirname(at)) {
    const file = join(at, `dist/apps/gateway/${name}.cjs`);
    if (existsSync(file)) return file;
    if (dirname(at) === at)
      throw new Error(`dist/apps/gateway contains no ${name}.cjs: it was not built. Run \`npm run build\`.`);
  }
}
