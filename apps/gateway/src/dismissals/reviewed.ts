import { isTerminal } from '@querent/contracts';
import type { Caller } from '../auth/caller';
import { FEEDBACK_LIFE_MS } from '../feedback/feedback-book';
import type { GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { ownRun } from '../runs/own-run';
import type { DismissalBody } from './dismissal-schemas';

const HOUR_MS = 3_600_000;
/** Bounds the key family, see key-families.ts. */
const MOST_LIFE_MS = 365 * 24 * HOUR_MS;

/** What is dismissed: its connection, and how long it is kept at most. */
interface Reviewed {
  connection: string | null;
  lifeMs: number;
}

type Services = Pick<GatewayServices, 'feedback' | 'store' | 'env' | 'catalog' | 'history'>;

/**
 * Finds what a dismissal is about. Throws `not_found` if it does not exist, or is of another tenant or of a connection
 * that the caller's key excludes; `run_not_finished` for a run that is active.
 */
export async function reviewed(
  services: Services,
  caller: Caller,
  { runId, rating }: DismissalBody,
): Promise<Reviewed> {
  const found =
    rating === undefined
      ? await reviewedRun(services, caller, runId)
      : await reviewedRating(services, caller, runId, rating);
  if (!isInView(caller, found)) throw new ProblemError('not_found', { denied: true });
  return found;
}

/** Whether the caller's key reaches the connection. */
export const isInView = ({ connections }: Caller, { connection }: Pick<Reviewed, 'connection'>): boolean =>
  connections === undefined || (connection !== null && connections.includes(connection));

async function reviewedRun(services: Services, caller: Caller, runId: string): Promise<Reviewed> {
  const run = await ownRun(services, caller, runId);
  if (!isTerminal(run.status)) throw new ProblemError('run_not_finished');
  const { env, catalog, history } = services;
  const days = catalog.limitsOf(run.tenant).historyRunDays ?? env.HISTORY_RUN_DAYS;
  const lifeMs = Math.max(env.RUN_RETENTION_HOURS, history === null ? 0 : days * 24) * HOUR_MS;
  return { connection: run.request.connection, lifeMs: Math.min(lifeMs, MOST_LIFE_MS) };
}

async function reviewedRating(
  { feedback }: Services,
  { tenant }: Caller,
  runId: string,
  { by, at }: NonNullable<DismissalBody['rating']>,
): Promise<Reviewed> {
  const found = await feedback.ofRun(tenant, runId, by);
  // A later rating has replaced it, which the caller has not seen.
  if (found?.at !== at) throw new ProblemError('not_found');
  return { connection: found.connection ?? null, lifeMs: FEEDBACK_LIFE_MS };
}
