import type { Locale } from '@querent/contracts';
import type { Expectation } from '../eval/question-set';
import type { RowsVerdict } from './judge-rows';

/** Outcome of a question before any reply. `failed`: it was planned, but its rows could not be read. */
export type Outcome = 'answered' | 'asked' | 'declined' | 'talked' | 'failed';

/** Verdict on a question. */
export interface Verdict {
  id: string;
  locale: Locale;
  /** Whether it is a turn of a conversation. */
  isTurn: boolean;
  question: string;
  expect: Expectation;
  outcome: Outcome;
  /** Null if it does not count, because both ways are acceptable or the gold could not be run. */
  right: boolean | null;
  /** Whether an immediate answer has the expected rows. Null without such an answer or without gold rows. */
  rowsRight: boolean | null;
  /** Whether the clarification has the expected trigger. Null without a clarification or an expected trigger. */
  triggerRight: boolean | null;
  /** Whether the rows after the replies are right. Null without an expected clarification or a reply. */
  rightAfterReply: boolean | null;
  evidence: Evidence;
}

/** Details for the report of a failure. */
export interface Evidence {
  /** The first gold rows, and their number. */
  expected: { rows: RowsVerdict['expected']; count: number };
  got: string;
  refined: string | null;
  sql: string | null;
  goldProblem: string | null;
}

/** Whether the outcome is neither rows nor a clarification. */
export const isDeclined = ({ outcome }: Verdict): boolean => outcome !== 'answered' && outcome !== 'asked';

/** Whether the verdict counts and has a fault. */
export const isFailure = ({ right, rightAfterReply, triggerRight, evidence }: Verdict): boolean =>
  right === false || rightAfterReply === false || triggerRight === false || evidence.goldProblem !== null;
