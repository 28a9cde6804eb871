import type { Choice } from '@querent/contracts';
import type { Locale } from '@querent/language';
import type { SemanticModel } from '@querent/model';

/** A reply to a clarification: one of its options, or words. */
export type Reply = { optionId: string } | { text: string };

/** The question and its model; a correction is read against both. */
export interface ReplyContext {
  locale: Locale;
  question: string;
  model: SemanticModel;
  today: string;
}

export type Interpretation =
  | { kind: 'choice'; choice: Choice }
  /** The question with the corrections of the reply, to be planned again with the choices so far. */
  | { kind: 'amended'; question: string }
  /** A new question; the paused one is abandoned. */
  | { kind: 'new_question'; text: string }
  | { kind: 'unclear' };
