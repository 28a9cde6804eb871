/**
 * What ioredis and Redis say when Redis cannot take the command: not connected, lost on the way, too slow,
 * still loading, a replica, or out of memory (`noeviction`); of a cluster, a slot that nobody answers for or that is on its way;
 * sentinels that are away; and our own word for what is not sure to last (`NotDurableError`). All of them are 503 to a caller.
 */
const patterns = [
  /^Stream isn't writeable/, /^Connection is closed/, /^Command timed out/, /^Command aborted/, /^This socket has been ended/, /^Socket timeout/, /max retries per request/i, /^connect E/, /^read E/, /^write E/,
  /ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND/, /^LOADING/, /^READONLY/, /^OOM /, /^MISCONF/, /^CLUSTERDOWN/, /^MASTERDOWN/, /^NOREPLICAS/,
  /^(MOVED|ASK) \d/, /^TRYAGAIN/, /^UNBLOCKED/, /^Too many Cluster redirections/, /^Cluster (isn't ready|is )/, /^Failed to refresh slots cache/, /^None of startup nodes/,
  /^All keys in the pipeline should belong/, /^All sentinels are unreachable/, /^NOTDURABLE/,
];

export function isRedisAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isRedisAway);
  return error.name === 'MaxRetriesPerRequestError' || patterns.some((pattern) => pattern.test(error.message));
}
