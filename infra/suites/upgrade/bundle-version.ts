import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions, repositoryRoot } from '../../tools/build/bundle.mjs';

/** Changes of a version by source file: old text → new text. */
export type Changes = Readonly<Record<string, readonly [old: string, next: string]>>;

/**
 * Bundles all services into one program, with the changes of a later version applied to the sources. The product has no
 * switch for such a version.
 *
 * @returns the program's path. It has the depth of a service in `dist`, so that relative paths resolve
 */
export async function bundleVersion(name: string, changes: Changes): Promise<string> {
  const outfile = join(repositoryRoot, `dist/upgrade/${name}/main.cjs`);
  const missed = new Set(Object.keys(changes));
  await build({
    ...bundleOptions,
    entryPoints: ['infra/suites/upgrade/one-process.ts'],
    outfile,
    plugins: [
      {
        name: 'changes',
        setup({ onLoad }) {
          for (const [file, [old, next]] of Object.entries(changes)) {
            onLoad({ filter: new RegExp(`${file.replaceAll('.', '\\.')}$`) }, ({ path }) => {
              const text = readFileSync(path, 'utf8');
              if (!text.includes(old)) throw new Error(`${file} holds no ${old}`);
              missed.delete(file);
              return { contents: text.replace(old, next), loader: 'ts' };
            });
          }
        },
      },
    ],
  });
  if (missed.size > 0) throw new Error(`not in the program: ${[...missed].join()}`);
  return outfile;
}
