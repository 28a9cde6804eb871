import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const repositoryRoot = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/**
 * The esbuild options of all bundles: CommonJS for the oldest supported Node, workspace libraries inlined, packages
 * external.
 */
export const bundleOptions = {
  absWorkingDir: repositoryRoot,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  packages: 'external',
  tsconfig: 'tsconfig.base.json',
  loader: { '.lua': 'text', '.txt': 'text' },
  logLevel: 'warning',
};

/**
 * Bundles programs of a folder below `infra/`.
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
