/**
 * A module of our own, as esbuild leaves `import()` of a package in the bundle: V8's code for a bundle that has one is
 * not kept.
 */
export { QdrantClient } from '@qdrant/js-client-rest';
