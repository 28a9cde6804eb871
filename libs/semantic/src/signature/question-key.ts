import type { PlanResult, QuestionKey } from '@querent/contracts';
import type { PlanInput } from '../planner/plan-input';
import { describeQuery } from '../recovery/describe-query';
import { signatureOf } from './query-signature';

/**
 * What a question may share a cached statement by, or null where there is any doubt. Two questions may share one only where kind and
 * signature are equal and their texts are alike enough; connection, model version, tenant and agent are the cache's own business.
 *
 * A planned question is compared by its query: the text is the query in explicit words of one language, so that all wordings of one
 * meaning are one text.
 */
export function questionKey(plan: PlanResult, { model }: Pick<PlanInput, 'question' | 'model' | 'today' | 'timezone'>): QuestionKey | null {
  if (plan.kind !== 'planned') return null;
  return { kind: 'planned', signature: signatureOf(plan.query), text: describeQuery(plan.query, { model, locale: model.defaultLocale }) };
}
