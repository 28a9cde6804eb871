import { DatabaseFailure, isConnectionLost } from '@querent/datasource';

/**
 * Whether a failure is the server's own word: that comes with the driver's error as its cause. Our time-outs,
 * cancellations and full pools have none.
 */
export const hasAnswered = (error: unknown): boolean =>
  error instanceof DatabaseFailure && error.cause !== undefined && !isConnectionLost(error);
