import type { SemanticQuery } from '@querent/contracts';
import type { Case, Grammar, Phrase } from './phrase';

/** A family of questions, which tests one or more constructions of the planner. */
export interface Family {
  name: string;
  /** Returns null when the model has no suitable parts. */
  make: (g: Grammar) => Made | null;
}

export interface Made {
  asked: Phrase;
  expected: SemanticQuery;
  open?: Case['open'];
  /** Other acceptable queries. */
  also?: SemanticQuery[];
  /** The query of the previous answer, for a follow-up. */
  context?: SemanticQuery;
}

export const LIST: Case['open'] = ['order', 'select'];
export const GROUPS: Case['open'] = ['order'];
