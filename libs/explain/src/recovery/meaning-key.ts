import { type Filter, FNV_BASIS, fnvStep, type SemanticQuery, WITHOUT_FORMS } from '@querent/contracts';
import { signatureOf } from '@querent/model';

/** A query's meaning in eight characters, enough to distinguish the few queries of one run. */
export const meaningKey = (query: SemanticQuery): string => hexHash(signatureOf(query));

/** FNV-1a over UTF-8, in hexadecimal. */
const hexHash = (text: string): string =>
  (new TextEncoder().encode(text).reduce(fnvStep, FNV_BASIS) >>> 0).toString(16).padStart(8, '0');

type Having = SemanticQuery['having'][number];

/** A condition's meaning in eight characters, independent of its wording and its position in the query. */
export function conditionKey(query: SemanticQuery, part: { filter: Filter } | { having: Having }): string {
  const alone = {
    ...query,
    measures: [],
    dimensions: [],
    select: [],
    compare: null,
    near: null,
    order: [],
    limit: null,
    limitPer: null,
    ...WITHOUT_FORMS,
  };
  return meaningKey({
    ...alone,
    filters: 'filter' in part ? [part.filter] : [],
    having: 'having' in part ? [part.having] : [],
  });
}
