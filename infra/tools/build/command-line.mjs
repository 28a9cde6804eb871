import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

/**
 * Bundles the command line into one executable file without dependencies, and its parts that the demo uses into
 * another.
 */
export async function buildCommandLine(repositoryRoot) {
  const outdir = `${repositoryRoot}/dist/cli`;
  const { version, license } = JSON.parse(readFileSync(`${repositoryRoot}/package.json`, 'utf8'));
  await build({
    absWorkingDir: repositoryRoot,
    entryPoints: { querent: 'libs/cli/src/main.ts', library: 'libs/cli/src/index.ts' },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    tsconfig: 'tsconfig.base.json',
    charset: 'utf8',
    minifyWhitespace: true,
    define: { QUERENT_VERSION: JSON.stringify(version) },
    // Packages in CommonJS that are bundled into an ES module call `require` for Node's own modules.
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  // `npm pack dist/cli` makes the package.
  const manifest = {
    ...{ name: 'querent', version, license, description: 'Ask databases questions in Chinese or English.' },
    ...{ type: 'module', engines: { node: '>=20' }, bin: { querent: 'querent.mjs' }, files: ['querent.mjs'] },
  };
  writeFileSync(`${outdir}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(`${repositoryRoot}/infra/docs/command-line.md`, `${outdir}/README.md`);
  copyFileSync(`${repositoryRoot}/LICENSE`, `${outdir}/LICENSE`);
  chmodSync(`${outdir}/querent.mjs`, 0o755);
}
