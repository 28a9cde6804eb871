import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const repositoryRoot = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/**
 * How everything of ours is bundled: CommonJS for the oldest Node it must run on, workspace libraries inlined, packages
 * left external.
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
 * Bundles a program of the repository's own from its folder below `infra/`.
 * @param {string} folder e.g. `suites/eval`
 * @param {string[]} programs names of its files without `.ts`
 * @returns {Promise<string[]>} the bundles' paths, in their order
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
