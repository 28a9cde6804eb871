import type { Locale } from '@querent/contracts';
import { todayIn } from '@querent/language';
import { labelOf, type SemanticModel } from '@querent/model';
import { type PlanInput } from './plan-input';

/** Number of tables that questions are made for if a connection has no examples. */
const MOST_TABLES = 4;

/**
 * Typical questions of a model, to rehearse before the first real one: the connection's examples, else counts of its
 * first tables.
 */
export function typicalQuestions(
  model: SemanticModel,
  examples: Readonly<Record<Locale, readonly string[]>>,
  now: Date,
): PlanInput[] {
  const today = todayIn(model.timezone, now);
  return (['zh', 'en'] as const).flatMap((locale) =>
    (examples[locale].length > 0 ? examples[locale] : counts(model, locale)).map((question) => ({
      question,
      locale,
      model,
      today,
      timezone: model.timezone,
      choices: [],
    })),
  );
}

function counts(model: SemanticModel, locale: Locale): string[] {
  return Object.values(model.tables)
    .slice(0, MOST_TABLES)
    .map((table) => {
      const name = labelOf(table, locale, table.name);
      return locale === 'zh' ? `有多少${name}` : `how many ${name} are there`;
    });
}
