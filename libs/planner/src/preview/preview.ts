import type { Ambiguity, Choice, SemanticQuery } from '@querent/contracts';

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
  /** How the model's author defines the measure. */
  definition?: string;
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

/** How many alternatives are sought: none, those of a few milliseconds, or all within the bounds of a part. */
export const ALTERNATIVES_SOUGHT = ['none', 'few', 'all'] as const;
export type AlternativesSought = (typeof ALTERNATIVES_SOUGHT)[number];

/** A stretch of the normalised question. */
export interface TextSpan {
  start: number;
  end: number;
}

/** A part in the making. Offsets are those of the normalised question. */
export interface Draft extends TextSpan {
  kind: PartKind;
  label: string;
  definition?: string;
  /** What the part may be changed to, best first, once its own words are settled. */
  candidates: (own: TextSpan) => readonly Candidate[];
  /** The question without the part; absent: it is never left out. */
  omission?: (own: TextSpan) => Candidate;
}

/** New words for a stretch of the normalised question; empty: it is cut out. */
export interface Edit extends TextSpan {
  words: string;
}

export interface Candidate {
  /** Absent or undefined: the words themselves. */
  label?: string | ((read: SemanticQuery) => string | undefined);
  /** Wordings of one meaning, each a set of edits without overlaps. The first that is read is taken. */
  ways: readonly (readonly Edit[])[];
  /** The decision with which the question has the same meaning. */
  choice?: Choice;
  /** Whether a query has the meaning, and otherwise that of the question; absent: its number of parts decides. */
  means?: (read: SemanticQuery) => boolean;
}
