// Bundles services with esbuild: one CommonJS file a service, workspace libraries inlined, packages left external; and
// the local embedder's thread and glosses, and the dictionary and near words, which they share; and the check of
// configuration files: npm run build [--
// --help].
import { readdirSync } from 'node:fs';
import { build } from 'esbuild';
import { bundleOptions, bundlePrograms, repositoryRoot } from './bundle.mjs';
import { buildEmbedder } from './embedder.mjs';
import { buildNearWords } from './near-words.mjs';
import { buildDictionary } from './sense-table.mjs';

const all = readdirSync(`${repositoryRoot}/apps`);
const asked = process.argv.slice(2);
if (asked.includes('--help')) {
  console.log(
    `Usage: npm run build [-- SERVICE...]\n\nBundles services into dist/apps/<service>/main.cjs: ${all.join(', ')} (default: all).`,
  );
  process.exit(0);
}
const unknown = asked.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown service ${unknown.join(', ')}; there are: ${all.join(', ')}`);
  process.exit(2);
}

// A service reads its map when it starts; stack traces need no more of it than names and lines.
const options = { ...bundleOptions, sourcemap: true, sourcesContent: false };

await Promise.all([
  ...(asked.length > 0 ? asked : all).map((name) =>
    build({ ...options, entryPoints: [`apps/${name}/src/main.ts`], outfile: `dist/apps/${name}/main.cjs` }),
  ),
  buildEmbedder(repositoryRoot, options),
  buildDictionary(repositoryRoot),
  buildNearWords(repositoryRoot),
  bundlePrograms('tools/check-config', ['check-config']),
]);
