import { isSurelySpelt, wordsSignature } from '@querent/language';
import type { PlanResult, QuestionKey, SemanticQuery } from '@querent/contracts';
import { describeQuery } from '@querent/explain';
import { readsToday, signatureOf } from '@querent/model';
import type { PlanInput } from '../plan-input';
import { namedStretches } from './named-stretches';
import { saidIn } from './said';

export type KeyContext = Pick<PlanInput, 'question' | 'model' | 'today' | 'timezone' | 'modelToday'>;

/**
 * What a question may share a cached statement by, or null where there is any doubt. Two questions may share one only
 * where kind and signature are equal and their texts are alike enough; connection, model version, audience, agent,
 * language and the bound of rows are the cache's own business.
 *
 * A planned question is compared by its query, and by the words that no reading may lose: the text is the query in
 * explicit words of one language, so that all wordings of one meaning are one text. What the planner does not cover is
 * compared word by word, folded as the signature folds them, on the same day only: whoever drafts its statement knows
 * the date and may have written it into the statement. A conversation, a reply or a habit that had a say in what the
 * words mean is not in the words: whoever asks with one has no `words` key.
 */
export function questionKey(plan: PlanResult, context: KeyContext): QuestionKey | null {
  if (!isSurelySpelt(context.question)) return null;
  if (plan.kind === 'planned') return plannedKey(plan.query, context);
  if (plan.kind === 'chitchat' || (plan.kind === 'unsupported' && plan.conclusive)) return null;
  return wordsKey(context);
}

function plannedKey(
  query: SemanticQuery,
  { question, model, today, timezone, modelToday = today }: KeyContext,
): QuestionKey {
  // A trend of a column with the model's wall-clock time goes up to the model's day.
  const days = today === modelToday ? { today } : { today, modelToday };
  const isOfToday = readsToday(query, model, today < modelToday ? today : modelToday);
  const signature = JSON.stringify({
    query: signatureOf(query),
    said: saidIn(question, today),
    timezone,
    ...(isOfToday ? days : {}),
  });
  return { kind: 'planned', signature, text: describeQuery(query, { model, locale: model.defaultLocale }) };
}

function wordsKey({ question, model, today, timezone, modelToday }: KeyContext): QuestionKey | null {
  const words = wordsSignature(question, { today, named: (text) => namedStretches(text, model) });
  return words === null
    ? null
    : {
        kind: 'words',
        signature: JSON.stringify({ words, timezone, today, ...(modelToday === undefined ? {} : { modelToday }) }),
        text: (JSON.parse(words) as string[]).join(' '),
      };
}
