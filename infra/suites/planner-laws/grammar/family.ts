import type { SemanticQuery } from '@querent/contracts';
import type { Case, Grammar, Phrase } from './phrase';

/** A kind of question: what a construction, or several of them, are for. */
export interface Family {
  name: string;
  /** Null where the model has no fitting part. */
  make: (g: Grammar) => Made | null;
}

export interface Made {
  asked: Phrase;
  expected: SemanticQuery;
  open?: Case['open'];
  /** Other queries that are as fair. */
  also?: SemanticQuery[];
  /** The query of the last answer, where it is a turn. */
  context?: SemanticQuery;
}

export const LIST: Case['open'] = ['order', 'select'];
export const GROUPS: Case['open'] = ['order'];
