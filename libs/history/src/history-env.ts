import { envInteger } from '@querent/platform';
import { z } from 'zod';

/** Where the history is; for every process that reads it. */
export const historyEnv = {
  HISTORY_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'PostgreSQL database to which finished runs, their results and the audit trail move, postgres://user:password@host/database?sslmode=verify-full; the login must own a schema querent_history, or be allowed to create it. Without it they stay in Redis',
    ),
  HISTORY_AFTER_MINUTES: z.coerce
    .number({ error: 'must be a number' })
    .min(0.05)
    .max(7 * 24 * 60)
    .default(60)
    .describe(
      'minutes that finished, unused runs and entries of the audit trail stay in Redis before they move to the history; 0.5 is half a minute',
    ),
};

/** Whole milliseconds of HISTORY_AFTER_MINUTES. */
export const historyAfterMs = ({ HISTORY_AFTER_MINUTES }: { HISTORY_AFTER_MINUTES: number }): number =>
  Math.round(HISTORY_AFTER_MINUTES * 60_000);

/** How long the history keeps what; for the gateways, which remove the rest. */
export const historyRetentionEnv = {
  HISTORY_RUN_DAYS: envInteger(90, 1, 3_650, 'days that the history keeps runs; tenants.yaml may differ by tenant'),
  HISTORY_RESULT_DAYS: envInteger(
    30,
    1,
    3_650,
    'days that the history keeps the rows of results; tenants.yaml may differ by tenant',
  ),
};

interface RetentionEnv {
  HISTORY_URL?: string | undefined;
  HISTORY_AFTER_MINUTES: number;
  RUN_RETENTION_HOURS: number;
}

/** Runs must not expire in Redis before they may move. */
export function requireTimeToMove(
  { HISTORY_URL, HISTORY_AFTER_MINUTES, RUN_RETENTION_HOURS }: RetentionEnv,
  ctx: z.RefinementCtx,
): void {
  if (HISTORY_URL === undefined || HISTORY_AFTER_MINUTES <= (RUN_RETENTION_HOURS * 60) / 2) return;
  ctx.addIssue({
    code: 'custom',
    path: ['HISTORY_AFTER_MINUTES'],
    message: 'must be at most half of RUN_RETENTION_HOURS, so that runs move before they expire',
  });
}
