import { answerLent, answerOf, lenderOf, type Flights } from '@querent/cache';
import { isTerminal, type Outcome, type Run, type StageFunction } from '@querent/contracts';
import { StagePostponedError, type RunStore } from '@querent/saga';
import { intentMessages } from '../intent-messages';

export interface AwaitDeps {
  store: Pick<RunStore, 'statusOf' | 'get'> & { prolong(...args: Parameters<RunStore['prolong']>): Promise<unknown> };
  flights: Pick<Flights, 'leader'>;
  /** Null: there is no such connection (any more). */
  audience: (run: Run) => string | null;
  /** The question's words may undo what was learned of its asker, whoever was answered first. */
  applyWording: (run: Run, settled: Run['data']['settled']) => Promise<void>;
  /**
   * Writes into the audit trail that the run is answered with rows that were read for another. Rejects where the trail
   * does not take it.
   */
  audit: (run: Run, rows: number | undefined) => Promise<void>;
  now: () => number;
  /** How long a run may take at most. */
  runTimeoutMs: number;
}

/**
 * Single flight: a run that was asked while another works on the same question waits for that one, holding no worker,
 * and takes its answer. Where that one paused, failed, or was shaped by more than the words, the first to see it
 * becomes its heir and is read by itself; the others wait once more, for the heir. What two could not answer is no
 * accident: then each is read by itself.
 */
export function awaitingAnswer(stage: StageFunction<'intent'>, deps: AwaitDeps): StageFunction<'intent'> {
  return async (run, signal) => {
    const { awaits, cacheKey, intent, reply } = run.data;
    const audience = deps.audience(run);
    if (awaits === null || cacheKey === null || audience === null || intent !== null || reply !== null)
      return stage(run, signal);
    const lent = await answerLentBy(awaits.runId, run, deps);
    if (lent !== null) return lent;
    const heir = await deps.flights.leader(audience, cacheKey, run.id, awaits.runId);
    const inherited = heir === run.id || !isPatient(run, deps) ? null : await answerLentBy(heir, run, deps);
    return inherited ?? stage(run, signal);
  };
}

/** Null where nothing is to be had of that run any more. @throws StagePostponedError while it is under way */
async function answerLentBy(id: string, run: Run, deps: AwaitDeps): Promise<Outcome<'intent'> | null> {
  const status = await deps.store.statusOf(id);
  const underWay =
    status === null
      ? id === run.data.awaits?.runId && isYoung(run, deps.now())
      : !isTerminal(status) && status !== 'awaiting_clarification';
  if (underWay) throw new StagePostponedError(patience(run, deps.now()), 'another run computes the same answer');
  return status === 'succeeded' ? answerTaken(id, run, deps) : null;
}

/** Half of what a run may take is left for it to be read by itself. */
const isPatient = (run: Run, { now, runTimeoutMs }: AwaitDeps): boolean =>
  now() - Date.parse(run.createdAt) < runTimeoutMs / 2;

/** The gateway that took the other question in may be storing it just now. */
const isYoung = (run: Run, now: number): boolean => now - Date.parse(run.createdAt) < 2_000;

/** Soon at first, for the planner's answers take some 50 ms; a model's take seconds. */
const patience = (run: Run, now: number): number =>
  Math.min(1_000, Math.max(40, (now - Date.parse(run.createdAt)) / 3));

async function answerTaken(id: string, run: Run, deps: AwaitDeps): Promise<Outcome<'intent'> | null> {
  const { awaits, cacheKey } = run.data;
  const lender = await deps.store.get(id);
  // An answer from before this question came in is the exact cache's to give, which had none.
  if (
    lender === null ||
    cacheKey === null ||
    lender.data.cacheKey !== cacheKey ||
    lender.finishedAt === null ||
    lender.finishedAt < (awaits?.since ?? run.createdAt)
  )
    return null;
  const entry = answerLent(lender, []);
  if (entry === null) return null;
  const home = lenderOf(lender.data.result, id);
  await deps.store.prolong({ id: home.runId, tenant: run.tenant }, home.blobs);
  await deps.applyWording(run, lender.data.settled);
  await deps.audit(run, lender.data.result?.rowCount);
  return {
    event: 'answered',
    patch: { ...answerOf(entry, cacheKey), doubts: lender.data.doubts },
    steps: [{ kind: 'answered', message: intentMessages.answeredAlike[run.request.locale] }],
  };
}
