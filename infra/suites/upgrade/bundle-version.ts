import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions, repositoryRoot } from '../../tools/build/bundle.mjs';

/** What a version has changed in the sources, by file: old text → new text. */
export type Changes = Readonly<Record<string, readonly [old: string, next: string]>>;

/**
 * Bundles all services into one program, as the build bundles each, with what a later version has changed. The product
 * itself has no switch for that: such a version is made of its sources.
 *
 * @returns the program's path, as deep in `dist` as a service: what is found from where it stands is found
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
