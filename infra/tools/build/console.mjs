import { mkdirSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

/** Bundles the console for browsers into `dist/apps/console`. */
export async function buildConsole(repositoryRoot) {
  const outdir = `${repositoryRoot}/dist/apps/console`;
  const { metafile } = await build({
    absWorkingDir: repositoryRoot,
    entryPoints: { console: 'apps/console/src/main.tsx' },
    outdir: `${outdir}/assets`,
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    format: 'esm',
    metafile: true,
    logLevel: 'warning',
  });
  const [script = ''] = Object.keys(metafile.outputs);
  const address = script.replace(/^dist\/apps\/console/, '');
  mkdirSync(outdir, { recursive: true });
  writeFileSync(`${outdir}/index.html`, `<!doctype html><script type="module" src="${address}"></script>\n`);
  writeFileSync(`${outdir}/pages.json`, `${JSON.stringify({ pages: ['/'] })}\n`);
}
