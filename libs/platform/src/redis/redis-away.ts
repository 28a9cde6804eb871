/**
 * Replies of a server that cannot execute a command now: it is loading, a replica, full (`noeviction`), or without its
 * disk or its replicas; in a cluster, a slot without a server or in migration; while a password is being replaced, a
 * login with the other one. Before Redis 7.0, a script's error is preceded by its location.
 */
const refusals = /(^|: -)(LOADING|READONLY|OOM|MISCONF|CLUSTERDOWN|MASTERDOWN|NOREPLICAS|TRYAGAIN|WRONGPASS|NOAUTH) /;

/** Whether Redis refused a command that it may accept later. */
export function isRedisRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { previousErrors } = error as { previousErrors?: unknown };
  // For a transaction, `previousErrors` lists the refused commands; EXECABORT means that nothing was executed.
  return refusals.test(error.message) || (Array.isArray(previousErrors) && previousErrors.some(isRedisRefusal));
}

/**
 * Errors of ioredis for a command that did not complete a round trip: not connected, connection lost, timeout; in a
 * cluster, a slot that has moved; unavailable sentinels; and our `NotDurableError`.
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

/** Whether a command failed because Redis is unavailable or refused it: 503 for a caller. */
export function isRedisAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isRedisAway);
  return (
    error.name === 'MaxRetriesPerRequestError' ||
    isRedisRefusal(error) ||
    losses.some((loss) => loss.test(error.message))
  );
}
