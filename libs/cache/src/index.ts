/**
 * The exact cache, the semantic cache, explored values, and single flights: equal questions at one time are
 * computed once.
 */
export { ExactCache, type ExactCacheLimits, type PutResult } from './exact/exact-cache';
export { measureLookups, type CacheLookup } from './cache-lookups';
export {
  answerFields,
  answerLent,
  answerOf,
  borrowed,
  lenderOf,
  entryRows,
  exactEntryOf,
  type ExactEntry,
} from './exact/exact-entry';
export { SpareExactCache } from './exact/spare-exact-cache';
export { exactKey, type ExactKeyParts } from './exact/exact-key';
export { exactCacheEnv, exactCacheLimitsOf } from './exact/exact-cache-env';
export { Flights } from './exact/flights';
export { ExplorationCache, type ExploredValues } from './exploration/exploration-cache';
export { SemanticCache, type SemanticHit, type SharingGroup } from './semantic/semantic-cache';
export { semanticCacheEnv, semanticCacheLimitsOf } from './semantic/semantic-cache-env';
export { entryId, sharingDigest, type SharingScope } from './semantic/sharing-digest';
export { RememberedResults } from './process/remembered-results';
export { tracedLookup } from './traced-lookup';
