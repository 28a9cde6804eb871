import { answerLent, answerOf, lenderOf, type Flights } from '@querent/cache';
import { isTerminal, type Outcome, type Run, type StageFunction } from '@querent/contracts';
import { StagePostponedError, type RunStore } from '@querent/saga';
import { intentMessages } from '../intent-messages';

export interface AwaitDeps {
  store: Pick<RunStore, 'statusOf' | 'get' | 'prolong'>;
  flights: Pick<Flights, 'leader'>;
  /** Null: there is no such connection (any more). */
  audience: (run: Run) => string | null;
  /** The question's words may undo what was learned of its asker, whoever was answered first. */
  heed: (run: Run, settled: Run['data']['settled']) => Promise<void>;
  /** Writes into the audit trail that the run is answered with rows that were read for another. Rejects where the trail does not take it. */
  audit: (run: Run, rows: number | undefined) => Promise<void>;
  now: () => number;
}

/** How long the run that lends its answer is kept beyond the borrower's own life, ms. */
const SLACK_MS = 10 * 60_000;

/**
 * Single flight: a run that was asked while another works on the same question waits for that one, holding no worker, and takes its
 * answer. Where that one paused, failed, or was shaped by more than the words, this one is read by itself.
 */
export function awaitingAnswer(stage: StageFunction, deps: AwaitDeps): StageFunction {
  return async (run, signal) => {
    const { awaits, cacheKey, intent, reply } = run.data;
    const audience = deps.audience(run);
    if (awaits === null || cacheKey === null || audience === null || intent !== null || reply !== null) return stage(run, signal);
    const status = await deps.store.statusOf(awaits.runId);
    if (status === null ? isYoung(run, deps.now()) : !isTerminal(status) && status !== 'awaiting_clarification') throw new StagePostponedError(patience(run, deps.now()), 'another run computes the same answer');
    const lent = status === 'succeeded' ? await answerLentBy(awaits, run, cacheKey, deps) : null;
    if (lent !== null) return lent;
    // From now on this one is waited for.
    await deps.flights.leader(audience, cacheKey, run.id, awaits.runId);
    return stage(run, signal);
  };
}

/** The gateway that took the other question in may be storing it just now. */
const isYoung = (run: Run, now: number): boolean => now - Date.parse(run.createdAt) < 2_000;

/** Soon at first, for the planner's answers take some 50 ms; a model's take seconds. */
const patience = (run: Run, now: number): number => Math.min(1_000, Math.max(40, (now - Date.parse(run.createdAt)) / 3));

async function answerLentBy({ runId: id, since }: NonNullable<Run['data']['awaits']>, run: Run, cacheKey: string, deps: AwaitDeps): Promise<Outcome | null> {
  const lender = await deps.store.get(id);
  // An answer from before this question came in is the exact cache's to give, which had none.
  if (lender === null || lender.data.cacheKey !== cacheKey || lender.finishedAt === null || lender.finishedAt < since) return null;
  const entry = answerLent(lender, []);
  if (entry === null) return null;
  const home = lenderOf(lender.data.result, id);
  await deps.store.prolong(home.runId, home.blobs, SLACK_MS);
  await deps.heed(run, lender.data.settled);
  await deps.audit(run, lender.data.result?.rowCount);
  return {
    event: 'answered',
    patch: { ...answerOf(entry, cacheKey), doubts: lender.data.doubts },
    steps: [{ kind: 'answered', message: intentMessages.answeredAlike[run.request.locale] }],
  };
}
