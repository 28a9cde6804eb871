import { wordsSignature } from '@querent/language';
import type { Choice, PlanResult, QuestionKey, SemanticQuery } from '@querent/contracts';
import { isContinuation } from '../planner/follow-up/is-continuation';
import type { PlanInput } from '../planner/plan-input';
import { describeQuery } from '../recovery/describe-query';
import { namedStretches } from './named-stretches';
import { signatureOf } from './query-signature';
import { readsToday } from './reads-today';

export interface KeyContext extends Pick<PlanInput, 'question' | 'model' | 'today' | 'timezone'> {
  /** Decisions taken in the course of the run: beside them the words are not the whole meaning. */
  choices?: readonly Choice[];
  /** The query that a follow-up goes on with. */
  context?: SemanticQuery | null;
}

/**
 * What a question may share a cached statement by, or null where there is any doubt. Two questions may share one only where kind and
 * signature are equal and their texts are alike enough; connection, model version, audience, agent, language and the bound of rows are the
 * cache's own business.
 *
 * A planned question is compared by its query: the text is the query in explicit words of one language, so that all wordings of one
 * meaning are one text. What the planner does not cover is compared word by word, on the same day only: whoever drafts its statement
 * knows the date and may have written it into the statement.
 */
export function questionKey(plan: PlanResult, context: KeyContext): QuestionKey | null {
  if (plan.kind === 'planned') return UNSURE_SPELLING.test(context.question) ? null : plannedKey(plan.query, context);
  if (plan.kind === 'chitchat' || (plan.kind === 'unsupported' && plan.conclusive)) return null;
  return wordsKey(context);
}

/** Folding these changes a value: 10⁵ is read as 105. */
const UNSURE_SPELLING = /[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209f\u2150-\u218b]/u;

function plannedKey(query: SemanticQuery, { model, today, timezone }: KeyContext): QuestionKey {
  const signature = JSON.stringify({ query: signatureOf(query), timezone, ...(readsToday(query, model, today) ? { today } : {}) });
  return { kind: 'planned', signature, text: describeQuery(query, { model, locale: model.defaultLocale }) };
}

function wordsKey({ question, model, today, timezone, choices = [], context = null }: KeyContext): QuestionKey | null {
  if (choices.length > 0 || context !== null || isContinuation({ question, model, today, timezone, locale: model.defaultLocale, choices: [] })) return null;
  const words = wordsSignature(question, { today, named: (text) => namedStretches(text, model) });
  return words === null ? null : { kind: 'words', signature: JSON.stringify({ words, timezone, today }), text: question };
}
