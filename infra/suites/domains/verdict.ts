import type { Locale } from '@querent/contracts';
import type { Expectation } from '../eval/question-set';
import type { RowsVerdict } from './judge-rows';

/** How a question ended before any reply. `failed`: it was read, but no rows could be had. */
export type Outcome = 'answered' | 'asked' | 'declined' | 'talked' | 'failed';

/** What came of a question. */
export interface Verdict {
  id: string;
  locale: Locale;
  /** A turn of a conversation, or a question alone. */
  isTurn: boolean;
  question: string;
  expect: Expectation;
  outcome: Outcome;
  /** Null: not counted, since either way is fair or the gold could not be run. */
  right: boolean | null;
  /** Whether an answer without a pause gave rows that were due; null: none was given, or the gold could not be run. */
  rowsRight: boolean | null;
  /** Asked about what is open; null: nothing was due or asked, or any trigger will do. */
  triggerRight: boolean | null;
  /** Rows after the replies; null: there was no pause that was due, or no reply to it. */
  rightAfterReply: boolean | null;
  evidence: Evidence;
}

/** For who reads a failure. */
export interface Evidence {
  /** The first gold rows, and how many there are. */
  expected: { rows: RowsVerdict['expected']; count: number };
  got: string;
  refined: string | null;
  sql: string | null;
  goldProblem: string | null;
}

/** Declined in a wider sense: neither rows nor a question. */
export const isDeclined = ({ outcome }: Verdict): boolean => outcome !== 'answered' && outcome !== 'asked';

/** It counts, and something about it is not as it should be. */
export const isFailure = ({ right, rightAfterReply, triggerRight, evidence }: Verdict): boolean =>
  right === false || rightAfterReply === false || triggerRight === false || evidence.goldProblem !== null;
