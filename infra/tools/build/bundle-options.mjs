/**
 * Options of esbuild for every bundle of the repository: CommonJS for the oldest supported Node, workspace libraries
 * inlined, packages left external. A function of the root, so that programs which are bundled themselves can use it:
 * in CommonJS `import.meta.url` is empty.
 * @param {string} repositoryRoot absolute path of the checkout
 * @returns {import('esbuild').BuildOptions}
 */
export const bundleOptionsIn = (repositoryRoot) => ({
  absWorkingDir: repositoryRoot,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  packages: 'external',
  tsconfig: 'tsconfig.base.json',
  loader: { '.lua': 'text', '.txt': 'text' },
  logLevel: 'warning',
});
