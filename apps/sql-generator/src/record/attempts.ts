import { MAX_ATTEMPTS, triedSinceReply, type Run, type RunData } from '@querent/contracts';
import type { CheckedStatement } from '../checking/check-statement';

type Attempts = RunData['attempts'];

/** Remaining attempts. A reply of the asker changes the question, so the count restarts after it. */
export function triesLeft(run: Run, attempts: Attempts): number {
  return MAX_ATTEMPTS - triedSinceReply({ ...run.data, attempts }).length;
}

/** Appends an attempt. */
export function withAttempt(attempts: Attempts, attempt: Omit<Attempts[number], 'n' | 'at'>, now: number): Attempts {
  return [...attempts, { n: attempts.length + 1, ...attempt, at: new Date(now).toISOString() }];
}

/** Automatic corrections of a statement, as recorded in its attempt. */
export const corrections = ({ original, fixes }: CheckedStatement): { original?: string; fixes?: string[] } =>
  original === null ? {} : { original, fixes };
