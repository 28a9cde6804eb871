import type { Filter, SemanticQuery } from '@querent/contracts';
import { withRoles } from '../model/role-tables';
import type { Locale, SemanticModel } from '../model/semantic-model';
import { filterText } from '../planner/answer/filter-text';
import { refinedQuestion } from '../planner/answer/refined-question';
import { lexiconOf } from '../planner/lexicon/lexicon';

/** A query as an explicit question, in business words of the asker's language. */
export function describeQuery(query: SemanticQuery, { model, locale }: { model: SemanticModel; locale: Locale }): string {
  return refinedQuestion(wordingOf(model, locale), query);
}

/** One condition in business words of the asker's language. */
export function describeFilter(filter: Filter, { model, locale }: { model: SemanticModel; locale: Locale }): string {
  return filterText(wordingOf(model, locale), filter);
}

function wordingOf(physical: SemanticModel, locale: Locale) {
  const model = withRoles(physical);
  return { model, locale, lexicon: lexiconOf(model) };
}
