import { isSurelySpelt, wordsSignature } from '@querent/language';
import type { PlanResult, QuestionKey, SemanticQuery } from '@querent/contracts';
import { describeQuery } from '@querent/explain';
import { readsToday, signatureOf } from '@querent/model';
import type { PlanInput } from '../plan-input';
import { namedStretches } from './named-stretches';
import { fingerprintOf } from './fingerprint';

export type KeyContext = Pick<PlanInput, 'question' | 'model' | 'today' | 'timezone' | 'modelToday'>;

/**
 * The key under which a question may share a cached statement, or null if there is any doubt. Two questions may share a
 * statement only if kind and signature are equal and their texts are similar enough. The cache itself compares
 * connection, model version, audience, agent, language and row limit.
 * A planned question is compared by its query, and by the words that no reading may lose. Its text is the query in
 * explicit words of one language, so that all wordings of one meaning give one text. A question that the planner does
 * not cover is compared word by word, normalised as the signature normalises them, and only on the same day: the
 * language model that drafts its statement knows the date and may use it. If a conversation, a reply or a habit
 * influenced the meaning, the words do not express it, so such a question has no `words` key.
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
  // A trend over a column of wall-clock times in the model's zone ends on the model's day.
  const days = today === modelToday ? { today } : { today, modelToday };
  const isOfToday = readsToday(query, model, today < modelToday ? today : modelToday);
  const signature = JSON.stringify({
    query: signatureOf(query),
    said: fingerprintOf(question, today),
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
