import { redacted } from '@querent/platform';
import { VectorIndexUnavailable } from '../vector-index';

/**
 * In the words of the port. An error of ioredis holds the command with all its arguments: nothing but its message goes
 * on.
 */
export function redisFailure(error: unknown): unknown {
  if (error instanceof RangeError || error instanceof VectorIndexUnavailable) return error;
  return new VectorIndexUnavailable(redacted(error instanceof Error ? error.message : String(error)));
}
