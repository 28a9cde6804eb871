import { answerLent, answerOf, lenderOf, type Flights } from '@querent/cache';
import { isTerminal, type Outcome, type Run, type StageFunction } from '@querent/contracts';
import { StagePostponedError, type RunStore } from '@querent/saga';
import { intentMessages } from './intent-messages';

export interface SingleFlightDeps {
  store: Pick<RunStore, 'statusOf' | 'get'> & { prolong(...args: Parameters<RunStore['prolong']>): Promise<unknown> };
  flights: Pick<Flights, 'leader'>;
  /** The run's audience; null if the connection does not exist. */
  audience: (run: Run) => string | null;
  /** Records decisions in the question's words that contradict the user's habits, even if another run answers it. */
  applyWording: (run: Run, settled: Run['data']['settled']) => Promise<void>;
  /** Audits that the run is answered with rows that were read for another run. Rejects if it cannot be recorded. */
  audit: (run: Run, rows: number | undefined) => Promise<void>;
  now: () => number;
  /** Longest duration of a run. */
  runTimeoutMs: number;
}

/**
 * Single flight: a run whose question another run is already answering waits for that run, without occupying a worker,
 * and takes its answer. If the leader paused, failed, or was influenced by more than the question's words, the first
 * waiting run becomes the new leader and is processed normally; the others wait for it. If the second leader gives no
 * answer either, each run is processed normally.
 */
export function singleFlight(stage: StageFunction<'intent'>, deps: SingleFlightDeps): StageFunction<'intent'> {
  return async (run, signal) => {
    const { awaits, cacheKey, intent, reply } = run.data;
    const audience = deps.audience(run);
    if (awaits === null || cacheKey === null || audience === null || intent !== null || reply !== null)
      return stage(run, signal);
    const first = await answerFrom(awaits.runId, run, deps);
    if (first !== null) return first;
    const leader = await deps.flights.leader(audience, cacheKey, run.id, awaits.runId);
    const second = leader === run.id || !mayWait(run, deps) ? null : await answerFrom(leader, run, deps);
    return second ?? stage(run, signal);
  };
}

/** The outcome with the answer of run `id`; null if it has none. @throws StagePostponedError while it is running */
async function answerFrom(id: string, run: Run, deps: SingleFlightDeps): Promise<Outcome<'intent'> | null> {
  const status = await deps.store.statusOf(id);
  const isRunning =
    status === null
      ? id === run.data.awaits?.runId && isYoung(run, deps.now())
      : !isTerminal(status) && status !== 'awaiting_clarification';
  if (isRunning) throw new StagePostponedError(delayOf(run, deps.now()), 'another run computes the same answer');
  return status === 'succeeded' ? borrowAnswer(id, run, deps) : null;
}

/** A run waits for at most half of its time, so that the rest suffices to process it normally. */
const mayWait = (run: Run, { now, runTimeoutMs }: SingleFlightDeps): boolean =>
  now() - Date.parse(run.createdAt) < runTimeoutMs / 2;

/** Whether the leader's record may be missing only because its gateway is still storing it. */
const isYoung = (run: Run, now: number): boolean => now - Date.parse(run.createdAt) < 2_000;

/**
 * The delay until the next check, ms. Short at first: the planner answers in about 50 ms, a language model in seconds.
 */
const delayOf = (run: Run, now: number): number => Math.min(1_000, Math.max(40, (now - Date.parse(run.createdAt)) / 3));

async function borrowAnswer(id: string, run: Run, deps: SingleFlightDeps): Promise<Outcome<'intent'> | null> {
  const { awaits, cacheKey } = run.data;
  const lender = await deps.store.get(id);
  // An answer that was finished before this question came in does not count: the exact cache had no entry for it.
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
