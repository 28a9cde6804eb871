import type { Filter, SemanticQuery } from '@querent/contracts';
import type { Locale, SemanticModel } from '../model/semantic-model';
import { filterText } from '../planner/answer/filter-text';
import { refinedQuestion } from '../planner/answer/refined-question';
import { lexiconOf } from '../planner/lexicon/lexicon';

/** A query as an explicit question, in business words of the asker's language. */
export function describeQuery(query: SemanticQuery, { model, locale }: { model: SemanticModel; locale: Locale }): string {
  return refinedQuestion({ model, locale, lexicon: lexiconOf(model) }, query);
}

/** One condition in business words of the asker's language. */
export function describeFilter(filter: Filter, { model, locale }: { model: SemanticModel; locale: Locale }): string {
  return filterText({ model, locale, lexicon: lexiconOf(model) }, filter);
}
