import type { Ambiguity, Choice } from '@querent/contracts';

export const PART_KINDS = ['metric', 'dimension', 'filter', 'time', 'order', 'limit', 'entity'] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** Another meaning for a part of a question; `replacement` is the whole question with that part changed. */
export interface Alternative {
  label: string;
  replacement: string;
}

/** A stretch of the question as sent, in UTF-16 units: `from` is included, `to` excluded. */
export interface Stretch {
  from: number;
  to: number;
}

export interface PreviewPart extends Stretch {
  kind: PartKind;
  /** The meaning in business words. */
  label: string;
  alternatives?: Alternative[];
}

/** How the planner would read a question. It contains labels of the model and stored values, no physical names. */
export interface Preview {
  /**
   * `planned`: it would be answered; `ambiguous`: asked about; `uncovered`: it contains words that the planner cannot
   * read, with which a language model may continue; `unsupported`: no question, or not answerable from the data.
   */
  kind: 'planned' | 'ambiguous' | 'uncovered' | 'unsupported';
  /** The question in explicit words, the question to the asker, or the reason of a refusal. */
  text: string;
  /** In the order of the question, without overlaps. */
  parts: PreviewPart[];
  clarification?: Pick<Ambiguity, 'trigger' | 'question' | 'allowText'> & {
    options: { id: string; label: string; description?: string }[];
  };
  /** Words that the planner cannot read. */
  uncovered: (Stretch & { text: string })[];
}

/** A part in the making. Offsets are those of the normalised question. */
export interface Draft {
  start: number;
  end: number;
  kind: PartKind;
  label: string;
  /** What the part may be changed to. */
  choices: Choices;
}

/** The stretch to replace, and the words to try there, best first. */
export interface Choices {
  start: number;
  end: number;
  candidates: readonly Candidate[];
}

export interface Candidate {
  /** Absent: the meaning's words are taken from its plan. */
  label?: string;
  /** Wordings of one meaning; the first that is read is taken. */
  words: readonly string[];
  /** The decision with which the question has the same meaning. */
  choice?: Choice;
}
