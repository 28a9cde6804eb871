export { eraseData, type Erased, type EraseDeps } from './erase-data';
export { Erasures, type Erasure } from './erasures';
export { keyFamilies, keyReader, type KeyFamily, type Life, type Lifetimes } from './key-families';
export { isOwnScope } from './shared-parts';
