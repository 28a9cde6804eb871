import type { Filter, SemanticQuery } from '@querent/contracts';
import { signatureOf } from '../compiler/signature';

type Having = SemanticQuery['having'][number];

/** A short name of a condition's meaning, the same whatever its words and its place among the others. */
export function conditionKey(query: SemanticQuery, part: { filter: Filter } | { having: Having }): string {
  const alone = { ...query, measures: [], dimensions: [], select: [], compare: null, near: null, order: [], limit: null, limitPer: null };
  return fnv1a(signatureOf({ ...alone, filters: 'filter' in part ? [part.filter] : [], having: 'having' in part ? [part.having] : [] }));
}

/** 32-bit FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), as eight hexadecimal digits: a run has a handful of conditions. */
function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (const unit of new TextEncoder().encode(text)) hash = Math.imul(hash ^ unit, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
