/**
 * A separate module, because esbuild leaves `import()` of a package in the bundle, and V8's code cache is not kept for
 * such a bundle.
 */
export { QdrantClient } from '@qdrant/js-client-rest';
