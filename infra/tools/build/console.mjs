import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { languagesOfThePage, nothingOutside, stylesAsText, stylesOfLazyPages } from './console-plugins.mjs';

/** The modules that are loaded first, by the names of their files. */
const consoleEntries = { console: 'apps/console/src/main.tsx' };
const embedEntries = {
  'querent-ask': 'apps/console/src/embed/querent-ask.tsx',
  embed: 'apps/console/src/embed/frame/frame.ts',
};
const view = 'apps/console/src/mcp-view/view.tsx';

/**
 * Bundles the console for browsers into `dist/apps/console`: `index.html`, `pages.json` with the patterns of the paths
 * that it answers, and `assets` whose names contain a hash of their content, each also compressed. Beside them are
 * `embed.json` with the address of the element for pages of others, `embed.html` for frames, and `mcp-view.html`, one
 * document with all that it needs.
 */
export async function buildConsole(repositoryRoot) {
  const outdir = `${repositoryRoot}/dist/apps/console`;
  rmSync(outdir, { recursive: true, force: true });
  const { metafile } = await buildAssets(repositoryRoot, outdir, consoleEntries);
  // Apart from the console: browsers share no files between sites, and further entries split files into more.
  const embedded = await buildAssets(repositoryRoot, outdir, embedEntries);
  const page = (name) => readFileSync(`${repositoryRoot}/apps/console/page/${name}`, 'utf8');
  const entry = entryOf(metafile, consoleEntries.console);
  write(`${outdir}/index.html`, filledPage(page('index.html'), entry));
  write(`${outdir}/embed.html`, filledPage(page('embed.html'), entryOf(embedded.metafile, embedEntries.embed)));
  const { script } = entryOf(embedded.metafile, embedEntries['querent-ask']);
  write(`${outdir}/embed.json`, `${JSON.stringify({ script })}\n`);
  write(`${outdir}/mcp-view.html`, await inlinedView(repositoryRoot, page('mcp-view.html')));
  write(`${outdir}/pages.json`, `${JSON.stringify({ pages: await patterns(repositoryRoot) })}\n`);
  for (const name of readdirSync(`${outdir}/assets`)) compress(`${outdir}/assets/${name}`);
  return { entry, metafile };
}

const buildAssets = (repositoryRoot, outdir, entryPoints) =>
  build({
    ...common(repositoryRoot),
    entryPoints,
    outdir: `${outdir}/assets`,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    splitting: true,
    // Licences of the bundled packages, in a file beside each asset.
    legalComments: 'linked',
    plugins: [
      languagesOfThePage,
      nothingOutside,
      stylesAsText,
      stylesOfLazyPages(`${outdir}/assets`, ['/main.tsx', '/frame.ts']),
    ],
    metafile: true,
  });

const common = (repositoryRoot) => ({
  absWorkingDir: repositoryRoot,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
  tsconfig: 'apps/console/tsconfig.json',
  charset: 'utf8',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
});

/** The view for MCP hosts. Its licences are comments at the end of the script. */
async function inlinedView(repositoryRoot, page) {
  const { outputFiles } = await build({
    ...common(repositoryRoot),
    entryPoints: { view },
    outdir: `${repositoryRoot}/dist/apps/console`,
    write: false,
    legalComments: 'eof',
    plugins: [languagesOfThePage, nothingOutside, stylesAsText],
  });
  const textOf = (extension) => outputFiles.find(({ path }) => path.endsWith(extension)).text;
  // A function: the texts contain `$`. The end tag of an inlined text would end it.
  return page
    .replace('%STYLE%', () => textOf('.css').replaceAll('</style', '<\\/style'))
    .replace('%SCRIPT%', () => textOf('.js').replaceAll('</script', '<\\/script'));
}

/** Addresses of an entry's script, of its style sheet if it has one, and of the chunks that it needs at once. */
function entryOf({ outputs }, source) {
  const [script, { cssBundle }] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source);
  const chunks = new Set();
  const visit = (output) => {
    for (const { path, kind } of outputs[output].imports) {
      if (kind !== 'import-statement' || chunks.has(path)) continue;
      chunks.add(path);
      visit(path);
    }
  };
  visit(script);
  return { script: addressOf(script), style: cssBundle && addressOf(cssBundle), chunks: [...chunks].map(addressOf) };
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
