import type { Filter, Locale, SemanticQuery } from '@querent/contracts';
import { planQuestion } from '@querent/planner';
import { compileQuery } from '@querent/compiler';
import { type CivilDays, type SemanticModel } from '@querent/model';

/** What a question will be read with when it is asked. */
export interface Reader extends CivilDays {
  model: SemanticModel;
  locale: Locale;
  /** Conditions that fill themselves in where a question says nothing else. */
  defaults: Filter[];
}

/** The query that a question is answered by without asking back, which also compiles; null where there is none. */
export function surelyAnswered(
  question: string,
  { model, locale, today, timezone, modelToday, defaults }: Reader,
): SemanticQuery | null {
  const plan = planQuestion({ question, locale, model, today, timezone, modelToday, choices: [], defaults });
  if (plan.kind !== 'planned') return null;
  try {
    compileQuery(plan.query, model, { today, timezone, modelToday, locale, maxRows: 1 });
    return plan.query;
  } catch {
    return null;
  }
}
