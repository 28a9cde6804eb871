import type { Filter, SemanticQuery } from '@querent/contracts';
import { type Locale, type SemanticModel, withRoles } from '@querent/model';
import { filterText, thingText } from './filter-text';
import { boundTexts, limitText, nearText, orderText, refinedQuestion } from './refined-question';

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

/** The parts of a query without a label, each in business words; empty texts for absent parts. */
export interface PartTexts {
  subject: string;
  /** Parallel to the query's `having` and `order`. */
  having: string[];
  order: string[];
  limit: string;
  near: string;
}

/** The parts of a query in business words of the asker's language. */
export function describeParts(
  query: SemanticQuery,
  { model, locale }: { model: SemanticModel; locale: Locale },
): PartTexts {
  const wording = wordingOf(model, locale);
  return {
    subject: thingText(wording, query.subject.name),
    having: boundTexts(wording, query),
    order: query.order.map((order) => orderText(wording, query, order)),
    limit: limitText(wording, query),
    near: nearText(wording, query),
  };
}

function wordingOf(physical: SemanticModel, locale: Locale) {
  const model = withRoles(physical);
  return { model, locale };
}
