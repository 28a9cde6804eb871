export { ExactCache, type ExactCacheLimits, type PutResult } from './exact/exact-cache';
export { answerFields, entryRows, exactEntryOf, type ExactEntry } from './exact/exact-entry';
export { exactKey, type ExactKeyParts } from './exact/exact-key';
export { exactCacheEnv, exactCacheLimitsOf } from './exact/exact-cache-env';
export { ExplorationCache, type ExploredValues } from './exploration/exploration-cache';
