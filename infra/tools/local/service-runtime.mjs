import { repositoryRoot } from './repository-paths.mjs';

/**
 * Node's options for every service. V8 lets its young generation grow to 32 MB by default, which stays occupied at rest.
 * The image sets the same options and environment, see infra/deploy/docker/Dockerfile.
 */
export const serviceOptions = [
  '--require',
  `${repositoryRoot}/infra/tools/local/source-maps.cjs`,
  '--max-semi-space-size=8',
];

/**
 * The environment of every service: settings of glibc's malloc. By default each thread allocates from an arena of its
 * own, and large blocks are kept after use, together 25 to 50 MB in each process.
 */
export const serviceEnvironment = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' };
