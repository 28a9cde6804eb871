import type { Filter, Locale, SemanticQuery } from '@querent/contracts';
import { planQuestion } from '@querent/planner';
import { compileQuery } from '@querent/compiler';
import { type CivilDays, type SemanticModel } from '@querent/model';

/** Context with which a question will be read when it is asked. */
export interface Reader extends CivilDays {
  model: SemanticModel;
  locale: Locale;
  /** Default filters, which apply if the question has no condition on their columns. */
  defaults: Filter[];
}

/** The query that the planner reads from a question without a clarification, if it compiles; else null. */
export function surelyAnswered(
  question: string,
  { model, locale, today, timezone, modelToday, defaults }: Reader,
): SemanticQuery | null {
  const plan = planQuestion({ question, locale, model, today, timezone, modelToday, choices: [], defaults }, false);
  if (plan.kind !== 'planned') return null;
  try {
    compileQuery(plan.query, model, { today, timezone, modelToday, locale, maxRows: 1 });
    return plan.query;
  } catch {
    return null;
  }
}
