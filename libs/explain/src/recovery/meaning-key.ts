import type { SemanticQuery } from '@querent/contracts';
import { signatureOf } from '@querent/model';

/** A query's meaning in eight characters, to tell the few queries of one run apart. */
export const meaningKey = (query: SemanticQuery): string => fnv1a(signatureOf(query));

/** 32-bit FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), in hexadecimal. */
function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
