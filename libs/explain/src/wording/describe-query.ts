import type { Filter, SemanticQuery } from '@querent/contracts';
import { type Locale, type SemanticModel, withRoles } from '@querent/model';
import { filterText } from './filter-text';
import { refinedQuestion } from './refined-question';

/** A semantic query as an explicit question, in business words of the asker's language. */
export function describeQuery(
  query: SemanticQuery,
  { model, locale }: { model: SemanticModel; locale: Locale },
): string {
  return refinedQuestion(wordingOf(model, locale), query);
}

/** One condition in business words of the asker's language. */
export function describeFilter(filter: Filter, { model, locale }: { model: SemanticModel; locale: Locale }): string {
  return filterText(wordingOf(model, locale), filter);
}

function wordingOf(physical: SemanticModel, locale: Locale) {
  const model = withRoles(physical);
  return { model, locale };
}
