import type { Choice, Filter, Proposal, SemanticQuery } from '@querent/contracts';
import type { CivilDays, Locale, SemanticModel } from '@querent/model';

export interface PlanInput extends CivilDays {
  question: string;
  /** Language of every text in the result; words of both languages are understood whatever it is. */
  locale: Locale;
  model: SemanticModel;
  /** Decisions taken so far; what is decided is never asked again. */
  choices: Choice[];
  /** The query that a follow-up question continues, if any. */
  context?: SemanticQuery | null;
  /** What unexplained words may mean, found by likeness of meaning; offered where the planner asks, never taken. */
  proposals?: Proposal[];
  /**
   * Conditions that hold where the question says nothing about their column (an agent's default filters); disclosed.
   */
  defaults?: Filter[];
}
