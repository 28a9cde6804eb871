import { MAX_ATTEMPTS, triedSinceReply, type Run, type RunData } from '@querent/contracts';
import type { CheckedStatement } from '../checking/check-statement';

type Attempts = RunData['attempts'];

/** Statements that may still be tried: what the asker replied makes another question of it, with tries of its own. */
export function triesLeft(run: Run, attempts: Attempts): number {
  return MAX_ATTEMPTS - triedSinceReply({ ...run.data, attempts }).length;
}

/** The attempts with one more. */
export function withAttempt(attempts: Attempts, attempt: Omit<Attempts[number], 'n' | 'at'>, now: number): Attempts {
  return [...attempts, { n: attempts.length + 1, ...attempt, at: new Date(now).toISOString() }];
}

/** How a statement was corrected before it ran, as its attempt records it. */
export const corrections = ({ original, fixes }: CheckedStatement): { original?: string; fixes?: string[] } =>
  original === null ? {} : { original, fixes };
