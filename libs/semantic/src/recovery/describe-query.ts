import type { SemanticQuery } from '@querent/contracts';
import type { Locale, SemanticModel } from '../model/semantic-model';
import { refinedQuestion } from '../planner/answer/refined-question';
import { lexiconOf } from '../planner/lexicon/lexicon';

/** A query as an explicit question, in business words of the asker's language. */
export function describeQuery(query: SemanticQuery, { model, locale }: { model: SemanticModel; locale: Locale }): string {
  return refinedQuestion({ model, locale, lexicon: lexiconOf(model) }, query);
}
