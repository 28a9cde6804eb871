import { redacted } from '@querent/platform';
import { VectorIndexUnavailable } from '../vector-index';

/**
 * Converts an error into that of the port. An error of ioredis contains the command with its arguments, so only its
 * message is kept.
 */
export function redisFailure(error: unknown): unknown {
  if (error instanceof RangeError || error instanceof VectorIndexUnavailable) return error;
  return new VectorIndexUnavailable(redacted(error instanceof Error ? error.message : String(error)));
}
