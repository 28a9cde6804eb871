import type { Outcome, Run } from '@querent/contracts';
import type { DatabaseFailure } from '@querent/datasource';
import { executeMessages } from '../execute-messages';

export interface StartOverDeps {
  /** Deletes the entry of the semantic cache whose statement the run used. */
  dropEntry: (run: Run) => Promise<void>;
}

/** Whether the run's statement comes from the semantic cache. */
export const isFromSemanticCache = ({ data }: Run): boolean =>
  data.cache.level === 'l2' && (data.sharing?.entry ?? null) !== null;

/** Whether another statement might succeed, because the schema or the login's rights have changed. */
export const isStatementFault = ({ errorClass }: DatabaseFailure): boolean =>
  errorClass.repairable || errorClass.name === 'permission';

/**
 * Handles a cached statement that fails: its cache entry is deleted, and the run generates a new statement. The failure
 * does not count as one of the run's attempts.
 */
export async function startOver(run: Run, error: string, { dropEntry }: StartOverDeps): Promise<Outcome<'executor'>> {
  const { attempts, sharing } = run.data;
  const failed = attempts.map((attempt, at) => (at === attempts.length - 1 ? { ...attempt, error } : attempt));
  await dropEntry(run);
  return {
    event: 'entry_failed',
    patch: {
      compiled: null,
      attempts: failed,
      triedBefore: failed.length,
      sharing: sharing && { ...sharing, entry: null },
      cache: { level: 'none', similarity: null },
    },
    steps: [{ kind: 'entry_failed', message: executeMessages.entryFailed[run.request.locale] }],
  };
}
