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
      question: asReceived(question),
      locale,
      model,
      today,
      timezone: model.timezone,
      choices: [],
    })),
  );
}

/**
 * V8 compiles a regular expression separately for texts with one and with two bytes for a character. A text cut from a
 * file that contains Chinese has two, also if it is English; the same text has one in a request.
 */
const asReceived = (text: string): string => Buffer.from(text).toString();

function counts(model: SemanticModel, locale: Locale): string[] {
  return Object.values(model.tables)
    .slice(0, MOST_TABLES)
    .map((table) => {
      const name = labelOf(table, locale, table.name);
      return locale === 'zh' ? `有多少${name}` : `how many ${name} are there`;
    });
}
