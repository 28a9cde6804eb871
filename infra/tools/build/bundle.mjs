import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleOptionsIn } from './bundle-options.mjs';

export const repositoryRoot = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** Options of esbuild for every bundle of this checkout. */
export const bundleOptions = bundleOptionsIn(repositoryRoot);

/**
 * Bundles programs of one folder below `infra/`.
 * @param {string} folder e.g. `suites/eval`
 * @param {string[]} programs names of its files without `.ts`
 * @returns {Promise<string[]>} the paths of the bundles, in the order of `programs`
 */
export async function bundlePrograms(folder, programs) {
  const outdir = `dist/${folder}`;
  await build({
    ...bundleOptions,
    entryPoints: programs.map((name) => `infra/${folder}/${name}.ts`),
    outdir,
    outExtension: { '.js': '.cjs' },
  });
  return programs.map((name) => `${repositoryRoot}/${outdir}/${name}.cjs`);
}
