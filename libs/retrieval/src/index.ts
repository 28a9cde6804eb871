/**
 * Finds relevant tables, stored values and sample questions by words and by vectors; proposes meanings of unknown
 * words; embedders and vector stores.
 */
export { touchedTables } from './touched-tables';
export type { Embedder } from './embedder/embedder';
export { openEmbedder, type OpenEmbedderOptions } from './embedder/open-embedder';
/** @public The packaged embedder, independent of the environment: for measurements and tests. */
export { openLocalEmbedder } from './embedder/local-embedder';
export { nameProposer, type NameProposer } from './proposals/name-proposer';
/** @public Plain BM25, the baseline of the table finder. */
export { LexicalIndex } from './lexical-index';
export {
  tableFinder,
  type TableFinder,
  type TableFinderOptions,
  type TableProgress,
  type TableQuestion,
} from './tables/table-finder';
export { sharedGists } from './tables/gist-vectors';
export { checkStatement, type StatementCheck } from './samples/check-statement';
/** @public For reports of broken samples. */
export { sampleFinder, type SampleFinder } from './samples/sample-finder';
export { readNearWords, readSenses } from './embedder/senses-file';
export { embedderEnv, type EmbedderEnv } from './embedder/embedder-env';
export type { VectorIndex, VectorPoint, VectorScope } from './vectors/vector-index';
export { openVectorIndex, type VectorIndexOptions } from './vectors/open-vector-index';
export { openVectorErasers } from './vectors/open-vector-erasers';
export type { VectorEraser } from './vectors/vector-eraser';
export { vectorIndexEnv, type VectorIndexEnv } from './vectors/vector-index-env';
export { linkedValues, type LinkedValue } from './values/link-values';
export { indexValues } from './values/indexed-values';
