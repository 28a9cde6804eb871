import { builtFile } from './built-file';

/** Programs of the gateway's threads, each bundled beside the gateway's program. */
export type ThreadName = 'drawing-thread' | 'moving-thread';

/**
 * The built program of a thread.
 * @throws if nothing was built
 */
export function threadFile(name: ThreadName, from: string = __dirname): string {
  const file = builtFile(`dist/apps/gateway/${name}.cjs`, from);
  if (file === null)
    throw new Error(`dist/apps/gateway contains no ${name}.cjs: it was not built. Run \`npm run build\`.`);
  return file;
}
