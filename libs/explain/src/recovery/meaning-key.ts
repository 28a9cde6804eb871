import { FNV_BASIS, fnvStep, type SemanticQuery } from '@querent/contracts';
import { signatureOf } from '@querent/model';

/** A query's meaning in eight characters, to tell the few queries of one run apart. */
export const meaningKey = (query: SemanticQuery): string => hexHash(signatureOf(query));

/** FNV-1a over UTF-8, in hexadecimal. */
const hexHash = (text: string): string =>
  (new TextEncoder().encode(text).reduce(fnvStep, FNV_BASIS) >>> 0).toString(16).padStart(8, '0');
