export { eraseData, type Erased, type EraseDeps } from './erase-data';
export { Erasures, type Erasure } from './erasures';
export { isOwnScope } from './shared-parts';
