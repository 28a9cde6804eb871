/** Erases a tenant's data, by the key families. */
export { eraseData, type Erased, type EraseDeps } from './erase-data';
export { Erasures, type Erasure } from './erasures';
export { isOwnScope } from './shared-parts';
