import { LRUCache } from 'lru-cache';
import type { Datasource } from '../connection/datasource';
import type { PlanEstimate } from './plan-estimate';

/** Estimates per datasource, the most recently used ones. */
const MAX_ESTIMATES = 500;
/** Longer statements are not kept, so that a datasource's estimates stay below a few megabytes. */
const MAX_KEY_LENGTH = 4_000;
/** A table may grow, or lose an index, meanwhile; the statement's time limit holds in any case. */
const LIFETIME_MS = 60_000;

/** Everything that the planner's estimate depends on, except the database itself. */
interface Planned {
  sql: string;
  params: readonly unknown[];
  /** The login, because row security adds conditions. */
  user: string;
  timeZone: string | undefined;
}

const estimates = new WeakMap<Datasource, LRUCache<string, PlanEstimate>>();

/** The estimate of an equal statement that ran to its end within the last minute. */
export function knownEstimate(datasource: Datasource, planned: Planned): PlanEstimate | undefined {
  return estimates.get(datasource)?.get(keyOf(planned));
}

/** Keeps the estimate of a statement that has run to its end. */
export function keepEstimate(datasource: Datasource, planned: Planned, estimate: PlanEstimate): void {
  const key = keyOf(planned);
  if (key.length > MAX_KEY_LENGTH || Number.isNaN(estimate.totalCost)) return;
  const kept = estimates.get(datasource) ?? new LRUCache({ max: MAX_ESTIMATES, ttl: LIFETIME_MS });
  estimates.set(datasource, kept);
  // An estimate in use still ends after its minute.
  if (!kept.has(key)) kept.set(key, estimate);
}

/** Forgets the estimate of a statement that was refused or has failed, because the database may have changed. */
export function forgetEstimate(datasource: Datasource, planned: Planned): void {
  estimates.get(datasource)?.delete(keyOf(planned));
}

const keyOf = ({ sql, params, user, timeZone }: Planned): string => JSON.stringify([sql, params, user, timeZone]);
