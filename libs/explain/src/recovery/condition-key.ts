import { type Filter, type SemanticQuery, WITHOUT_FORMS } from '@querent/contracts';
import { meaningKey } from './meaning-key';

type Having = SemanticQuery['having'][number];

/** A short name of a condition's meaning, the same whatever its words and its place among the others. */
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
