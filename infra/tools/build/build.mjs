// npm run build [-- --help]. Bundles each service with esbuild into one CommonJS file, and each of the gateway's threads
// into another beside it, with workspace libraries inlined and packages external. Also builds the local embedder (its
// thread and glosses), the dictionary and near words that the services share, the check of configuration files, backups,
// the console, and the command line.
import { basename } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions, bundlePrograms, repositoryRoot } from './bundle.mjs';
import { buildCommandLine } from './command-line.mjs';
import { buildConsole } from './console.mjs';
import { buildEmbedder } from './embedder.mjs';
import { buildNearWords } from './near-words.mjs';
import { buildDictionary } from './sense-table.mjs';
import { servicesIn } from './services.mjs';

const services = servicesIn(repositoryRoot);
const all = [...services, 'console'];
const names = process.argv.slice(2);
if (names.includes('--help')) {
  console.log(
    `Usage: npm run build [-- APP...]\n\nBundles services into dist/apps/<service>/main.cjs, and the console for browsers: ${all.join(', ')} (default: all).`,
  );
  process.exit(0);
}
const unknown = names.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown app ${unknown.join(', ')}; the apps are: ${all.join(', ')}`);
  process.exit(2);
}

// A service reads its source map when it starts. Stack traces need only names and lines, not the sources' content.
// V8 keeps a program's text in memory, with two bytes for each character if one of them is Chinese. A bundle without
// comments and white space, with Chinese characters instead of escapes, takes 3.5 instead of 4.7 MB in each process.
const options = { ...bundleOptions, sourcemap: true, sourcesContent: false, minifyWhitespace: true, charset: 'utf8' };
const chosen = names.length > 0 ? names : all;
const threads = ['apps/gateway/src/drawing/drawing-thread.ts', 'apps/gateway/src/history/moving-thread.ts'];

await Promise.all([
  ...services
    .filter((name) => chosen.includes(name))
    .map((name) =>
      build({ ...options, entryPoints: [`apps/${name}/src/main.ts`], outfile: `dist/apps/${name}/main.cjs` }),
    ),
  ...(chosen.includes('gateway')
    ? threads.map((entry) =>
        build({ ...options, entryPoints: [entry], outfile: `dist/apps/gateway/${basename(entry, '.ts')}.cjs` }),
      )
    : []),
  ...(chosen.includes('console') ? [buildConsole(repositoryRoot)] : []),
  buildEmbedder(repositoryRoot, options),
  buildDictionary(repositoryRoot),
  buildNearWords(repositoryRoot),
  bundlePrograms('tools/check-config', ['check-config']),
  bundlePrograms('tools/backup', ['backup']),
  buildCommandLine(repositoryRoot),
]);
