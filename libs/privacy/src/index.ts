/** Finds and erases a tenant's data, by the key families. */
export { eraseData, type Erased, type EraseDeps } from './erase-data';
export { Erasures, type Erasure } from './erasures';
export { ownKeys, type OwnKey } from './own-keys';
export { ownRuns, type OwnRun } from './own-runs';
export { isOwnScope, ownLetters } from './shared-parts';
