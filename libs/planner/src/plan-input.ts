import type { Choice, Filter, Proposal, SemanticQuery } from '@querent/contracts';
import type { CivilDays, Locale, SemanticModel } from '@querent/model';

export interface PlanInput extends CivilDays {
  question: string;
  /** Language of every text in the result. Words of both languages are understood in any case. */
  locale: Locale;
  model: SemanticModel;
  /** Decisions that the asker has made; they are not asked about again. */
  choices: Choice[];
  /** The query that a follow-up question continues, if any. */
  context?: SemanticQuery | null;
  /**
   * Possible meanings of unknown words, found by similarity of embeddings. They are offered as options and never
   * assumed.
   */
  proposals?: Proposal[];
  /** Conditions for columns that the question does not restrict (an agent's default filters); they are disclosed. */
  defaults?: Filter[];
}
