import type { Outcome, Run } from '@querent/contracts';
import type { DatabaseFailure } from '@querent/datasource';
import { executeMessages } from '../execute-messages';

export interface StartOverDeps {
  /** Forgets the entry of the semantic cache whose statement the run took over. */
  dropEntry: (run: Run) => Promise<void>;
}

/** Whether the run's statement comes from the semantic cache. */
export const isTakenOver = ({ data }: Run): boolean =>
  data.cache.level === 'l2' && (data.sharing?.entry ?? null) !== null;

/** Another statement might fare better: the schema, or what may be read of it, is not what it was. */
export const isOfStatement = ({ errorClass }: DatabaseFailure): boolean =>
  errorClass.repairable || errorClass.name === 'permission';

/**
 * A statement that was taken over does not run: it is forgotten, and the run finds one of its own. What failed counts
 * as no try of it.
 */
export async function startOver(run: Run, error: string, { dropEntry }: StartOverDeps): Promise<Outcome<'executor'>> {
  const { attempts, sharing } = run.data;
  const told = attempts.map((attempt, at) => (at === attempts.length - 1 ? { ...attempt, error } : attempt));
  await dropEntry(run);
  return {
    event: 'entry_failed',
    patch: {
      compiled: null,
      attempts: told,
      triedBefore: told.length,
      sharing: sharing && { ...sharing, entry: null },
      cache: { level: 'none', similarity: null },
    },
    steps: [{ kind: 'entry_failed', message: executeMessages.entryFailed[run.request.locale] }],
  };
}
