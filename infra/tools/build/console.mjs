import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/**
 * Bundles the console for browsers into `dist/apps/console`: `index.html`, `pages.json` with the patterns of the paths
 * that it answers, and `assets` whose names contain a hash of their content, each also compressed.
 */
export async function buildConsole(repositoryRoot) {
  const outdir = `${repositoryRoot}/dist/apps/console`;
  rmSync(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: repositoryRoot,
    entryPoints: { console: 'apps/console/src/main.tsx' },
    outdir: `${outdir}/assets`,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
    tsconfig: 'apps/console/tsconfig.json',
    charset: 'utf8',
    // Licences of the bundled packages, in a file beside each asset.
    legalComments: 'linked',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [languagesOfThePage, stylesOfLazyPages(`${outdir}/assets`)],
    metafile: true,
    logLevel: 'warning',
  });
  const entry = entryOf(metafile);
  const page = readFileSync(`${repositoryRoot}/apps/console/page/index.html`, 'utf8');
  write(`${outdir}/index.html`, filledPage(page, entry));
  write(`${outdir}/pages.json`, `${JSON.stringify({ pages: await patterns(repositoryRoot) })}\n`);
  for (const name of readdirSync(`${outdir}/assets`)) compress(`${outdir}/assets/${name}`);
  return { entry, metafile };
}

/** The texts of react-aria in languages other than the page's are left out. */
const languagesOfThePage = {
  name: 'languages-of-the-page',
  setup(build) {
    build.onLoad({ filter: /[\\/]react-(aria|stately)[\\/].*[\\/][a-z]{2}-[A-Z]{2}\.m?js$/ }, ({ path }) =>
      /[\\/](en-US|zh-CN)\.m?js$/.test(path) ? undefined : { contents: 'export default {};' },
    );
  },
};

/**
 * esbuild links no style sheet to a script that is imported later. A style sheet that a module imports, other than the
 * first one, becomes a module that loads it from a file, and is evaluated when it applies.
 */
const stylesOfLazyPages = (folder) => ({
  name: 'styles-of-lazy-pages',
  setup({ onResolve, onLoad, esbuild, initialOptions: { target, charset } }) {
    onResolve({ filter: /\.css$/ }, ({ path, importer, kind, resolveDir }) =>
      kind === 'import-statement' && !importer.endsWith('/main.tsx')
        ? { path: resolve(resolveDir, path), namespace: 'lazy-style' }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'lazy-style' }, async ({ path }) => {
      const options = { entryPoints: [path], bundle: true, minify: true, write: false, target, charset };
      const { outputFiles } = await esbuild.build(options);
      const { text, hash } = outputFiles[0];
      const name = `${basename(path, '.css')}-${hash
        .replace(/[^A-Za-z0-9]/g, '')
        .slice(0, 8)
        .toUpperCase()}.css`;
      write(`${folder}/${name}`, text);
      return { contents: loadingStyle(`/assets/${name}`), watchFiles: [path] };
    });
  },
});

const loadingStyle = (address) => `
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = ${JSON.stringify(address)};
  document.head.append(link);
  // Without its style sheet the page is shown all the same.
  await new Promise((resolve) => (link.onload = link.onerror = resolve));`;

/** Addresses of the first script, of its style sheet, and of the chunks that it imports statically. */
function entryOf({ outputs }) {
  const [script, { cssBundle, imports }] = Object.entries(outputs).find(
    ([, { entryPoint }]) => entryPoint === 'apps/console/src/main.tsx',
  );
  const chunks = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path);
  return { script: addressOf(script), style: addressOf(cssBundle), chunks: chunks.map(addressOf) };
}

const addressOf = (output) => output.replace(/^.*dist\/apps\/console/, '');

function filledPage(page, { script, style, chunks }) {
  const preloads = chunks.map((chunk) => `<link rel="modulepreload" href="${chunk}">`).join('\n    ');
  const filled = page.replace('%SCRIPT%', script).replace('%STYLE%', style).replace('%PRELOADS%', preloads);
  const icon = `data:image/svg+xml;base64,${Buffer.from(ICON).toString('base64')}`;
  return filled.replace('%ICON%', icon);
}

/** A speech bubble with the bars of a chart. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#1a5fb4" d="M6 3h20a4 4 0 0 1 4 4v13a4 4 0 0 1-4 4H14l-7 6v-6H6a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4z"/><path fill="#fff" d="M9 13h3v6H9zm5.500-5h3v11h-3zM20 10.500h3V19h-3z"/></svg>';

/** The patterns of all pages, from the table of pages in the console's source. */
async function patterns(repositoryRoot) {
  const { outputFiles } = await build({
    absWorkingDir: repositoryRoot,
    entryPoints: ['apps/console/src/pages.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    logLevel: 'warning',
  });
  const source = Buffer.from(outputFiles[0].contents).toString('base64');
  const { pagePatterns } = await import(`data:text/javascript;base64,${source}`);
  return pagePatterns;
}

function compress(path) {
  if (!['.js', '.css', '.txt'].includes(extname(path))) return;
  const content = readFileSync(path);
  write(`${path}.gz`, gzipSync(content, { level: 9 }));
  write(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }));
}

function write(path, content) {
  mkdirSync(path.slice(0, path.lastIndexOf('/')), { recursive: true });
  writeFileSync(path, content);
}
