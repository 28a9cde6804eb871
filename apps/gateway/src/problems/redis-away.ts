/**
 * What ioredis and Redis say when Redis cannot take the command: not connected, lost on the way, too slow,
 * still loading, a replica, or out of memory (`noeviction`). All of them are 503 to a caller.
 */
const patterns = [
  /^Stream isn't writeable/, /^Connection is closed/, /^Command timed out/, /max retries per request/i, /^connect E/, /^read E/, /^write E/,
  /ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND/, /^LOADING/, /^READONLY/, /^OOM /, /^MISCONF/, /^CLUSTERDOWN/, /^MASTERDOWN/, /^NOREPLICAS/,
];

export function isRedisAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isRedisAway);
  return error.name === 'MaxRetriesPerRequestError' || patterns.some((pattern) => pattern.test(error.message));
}
