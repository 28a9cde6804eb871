/**
 * What a server answers that hears a command and cannot take it now: still loading, a replica, full (`noeviction`),
 * without its disk or its replicas; of a cluster, a slot that nobody answers for or that is on its way. Before 7.0 a
 * script's error stands behind where it happened.
 */
const refusals = /(^|: -)(LOADING|READONLY|OOM|MISCONF|CLUSTERDOWN|MASTERDOWN|NOREPLICAS|TRYAGAIN) /;

/** Whether Redis has refused a command that it will take later. */
export function isRedisRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { previousErrors } = error as { previousErrors?: unknown };
  // Of a transaction it tells what it did not take, and with EXECABORT that nothing was done.
  return refusals.test(error.message) || (Array.isArray(previousErrors) && previousErrors.some(isRedisRefusal));
}

/**
 * What ioredis says when the command did not get to Redis and back: not connected, lost on the way, too slow; of a
 * cluster, a slot that is elsewhere; sentinels that are away; and our own word for what is not sure to last
 * (`NotDurableError`).
 */
const losses = [
  /^Stream isn't writeable/,
  /^Connection is closed/,
  /^Command timed out/,
  /^Command aborted/,
  /^This socket has been ended/,
  /^Socket timeout/,
  /max retries per request/i,
  /^connect E/,
  /^read E/,
  /^write E/,
  /ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND/,
  /^(MOVED|ASK) \d/,
  /^UNBLOCKED/,
  /^Too many Cluster redirections/,
  /^Cluster (isn't ready|is )/,
  /^Failed to refresh slots cache/,
  /^None of startup nodes/,
  /^All keys in the pipeline should belong/,
  /^All sentinels are unreachable/,
  /^NOTDURABLE/,
];

/** Whether a command was not done because Redis is away or refuses it: 503 to a caller. */
export function isRedisAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isRedisAway);
  return (
    error.name === 'MaxRetriesPerRequestError' ||
    isRedisRefusal(error) ||
    losses.some((loss) => loss.test(error.message))
  );
}
